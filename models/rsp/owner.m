-- SPDX-License-Identifier: BSD-2-Clause
-- A driver for scope promotion: the threads of one CU synchronise at work-group
-- scope alone, all others remotely at component scope, on any location at any
-- time, with loads, stores and read-modify-writes.  All these programs are
-- race-free with promotion.  Any CU may load any line into its L1 meanwhile.
--
-- As in free.m, each location is stored to at most VALUES - 1 times, every time
-- with a value that it never had, so that a value names a version.

include "../lib/operations.m"

const
  THREADS: 3;
  CUS: 2;
  COMPONENTS: 1;
  LINES: 1;
  WORDS: 1;
  VALUES: 3;
  TAGS: 1;
  STORES: 2;
  EVICTIONS: 0;

type
  thread: scalarset (THREADS);
  cu: scalarset (CUS);
  group: scalarset (CUS);
  component: 0 .. COMPONENTS - 1;
  line: scalarset (LINES);
  word: 0 .. WORDS - 1;
  value: 0 .. VALUES - 1;
  tag: 0 .. TAGS - 1;
  operation: record
    kind: kind_type;
    order: order_type;
    scope: scope_type;
    at: line;
    data: value;
  end;

var
  home: array [thread] of cu;      -- never changes
  owner: cu;                       -- never changes
  outstanding: array [thread] of boolean;
  next_value: array [line] of 0 .. VALUES;

function Kind(o: operation): kind_type;   begin return o.kind;  end;
function Order(o: operation): order_type; begin return o.order; end;
function Scope(o: operation): scope_type; begin return o.scope; end;
function LineOf(o: operation): line;      begin return o.at;    end;
function WordOf(o: operation): word;      begin return 0;       end;
function Stored(o: operation): value;     begin return o.data;  end;
function Writes(o: operation; old: value): boolean; begin return true;   end;
function Result(o: operation; old: value): value;   begin return o.data; end;
function CuOf(t: thread): cu;             begin return home[t]; end;
function ComponentOf(c: cu): component;   begin return 0;       end;
function Initial(l: line; w: word): value;    begin return 0;    end;
function UsedThread(t: thread): boolean;      begin return true; end;
function UsedCu(c: cu): boolean;              begin return true; end;
function UsedLine(l: line): boolean;          begin return true; end;
function UsedWord(l: line; w: word): boolean; begin return true; end;
function EvictionsOn(): boolean;          begin return EVICTIONS = 1; end;
function Wanted(c: cu; l: line): boolean;  begin return true; end;
function Touched(c: cu; l: line): boolean; begin return true; end;
procedure PassFences(t: thread);           begin end;

procedure Complete(t: thread; g: tag; v: value);
begin
  ObserveLoad(t, g, v);
  outstanding[t] := false;
end;

procedure Make(var o: operation; t: thread; k: kind_type; l: line);
begin
  o.kind := k;
  o.at := l;
  if home[t] = owner then
    o.order := k = LOAD ? ACQUIRE : k = STORE ? RELEASE : ACQ_REL;
    o.scope := WORK_GROUP;
  else
    o.order := k = LOAD ? REMOTE_ACQUIRE : k = STORE ? REMOTE_RELEASE : REMOTE_ACQ_REL;
    o.scope := COMPONENT;
  end;
  if k != LOAD then
    o.data := next_value[l];
  end;
end;

function MayIssue(t: thread; k: kind_type; l: line): boolean;
var o: operation;
begin
  if k = FENCE | outstanding[t] | (k != LOAD & next_value[l] = VALUES) then
    return false;
  end;
  Make(o, t, k, l);
  return Accepts(t, o);
end;

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

ruleset c: cu do
  startstate "reset"
  begin
    SettleThreads();
    owner := c;
    MachineStart();
    for t: thread do outstanding[t] := false; end;
    for l: line do next_value[l] := 1; end;
    ObserveStart();
  end;
end;

ruleset t: thread; k: kind_type; l: line do
  rule "issue"
    MayIssue(t, k, l)
  ==>
  var o: operation;
  begin
    Make(o, t, k, l);
    if k != LOAD then
      next_value[l] := next_value[l] + 1;
      ObserveStoreIssue(t, l, 0, Stored(o));
    end;
    if k != STORE then
      outstanding[t] := true;
      ObserveIssue(t, 0, l, 0);
    end;
    ObserveOperation(t, 0, o);
    Issue(t, o, 0);
  end;
end;

ruleset c: cu; l: line; w: word do
  rule "prefetch"
    AcceptsPrefetch(c, l, w)
  ==>
  begin
    Prefetch(c, l, w);
  end;
end;

liveness "every operation completes"
  Quiescent() & forall t: thread do !outstanding[t] end;
