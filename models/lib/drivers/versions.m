-- SPDX-License-Identifier: BSD-2-Clause
-- Sizes and types of the drivers whose values name versions: each location is
-- stored to at most VALUES - 1 times, every time with a value that it never
-- had.  Included by free.m and rsp/owner.m, which define THREADS and
-- EVICTIONS.

const
  CUS: 2;
  COMPONENTS: 1;
  LINES: 1;
  WORDS: 1;
  VALUES: 3;
  TAGS: 1;
  STORES: 2;       -- what bounds each of a machine's queues of stores

type
  thread: scalarset (THREADS);
  cu: scalarset (CUS);
  group: scalarset (CUS);
  component: 0 .. COMPONENTS - 1;
  line: scalarset (LINES);
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;  -- 0 at first; then in the order of issue
  tag: 0 .. TAGS - 1;
  operation: record
    kind: kind_type;
    order: order_type;
    scope: scope_type;
    at: line;
    part: word;
    data: value;
  end;

var
  home: array [thread] of cu;      -- never changes

function Kind(o: operation): kind_type;   begin return o.kind;  end;
function Order(o: operation): order_type; begin return o.order; end;
function Scope(o: operation): scope_type; begin return o.scope; end;
function LineOf(o: operation): line;      begin return o.at;    end;
function WordOf(o: operation): word;      begin return o.part;  end;
function Stored(o: operation): value;     begin return o.data;  end;
function Result(o: operation; old: value): value; begin return o.data; end;
function CuOf(t: thread): cu;             begin return home[t]; end;
function ComponentOf(c: cu): component;   begin return 0;       end;
function Initial(l: line; w: word): value; begin return 0;      end;
function EvictionsOn(): boolean;          begin return EVICTIONS = 1; end;

-- Each CU takes as many threads as it needs to; which ones is all the same.
procedure SettleThreads();
var settled: array [thread] of boolean;
var taken: 0 .. THREADS;
begin
  for t: thread do settled[t] := false; end;
  for c: cu do
    taken := 0;
    for t: thread do
      if !settled[t] & taken < (THREADS + CUS - 1) / CUS then
        home[t] := c;
        settled[t] := true;
        taken := taken + 1;
      end;
    end;
  end;
end;
