-- SPDX-License-Identifier: BSD-2-Clause
-- Sizes of the drivers whose values name versions, and where their threads are:
-- each location is stored to at most VALUES - 1 times, every time with a value
-- that it never had.  Included by free.m and rsp/owner.m, which define THREADS and
-- EVICTIONS; version-types.m has the types, or for machines that count with them
-- numbers.m.

-- show: driver home

const
  CUS: 2;
  COMPONENTS: 1;
  LINES: 1;
  WORDS: 1;
  VALUES: 3;
  TAGS: 1;
  STORES: 2;       -- what bounds each of a machine's queues of stores
  NAMED: 1;        -- a value says which store it is of

var
  home: array [thread] of cu;      -- never changes
  component_of: array [cu] of component;  -- likewise

function CuOf(t: thread): cu;             begin return home[t]; end;
function GroupOf(t: thread): group;       begin return home[t]; end;
function ClusterOf(t: thread): group;     begin return GroupOf(t); end;
function ComponentOf(c: cu): component;   begin return component_of[c]; end;
function Initial(l: line; w: word): value; begin return 0;      end;
function EvictionsOn(): boolean;          begin return EVICTIONS = 1; end;

-- Each component takes as many CUs, and each CU as many threads, as it needs to;
-- which ones is all the same.
procedure SettleThreads();
var settled: array [thread] of boolean;
var taken: 0 .. THREADS;
var n: 0 .. CUS;
begin
  for t: thread do settled[t] := false; end;
  n := 0;
  for c: cu do
    component_of[c] := n * COMPONENTS / CUS;
    n := n + 1;
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
