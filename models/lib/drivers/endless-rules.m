-- SPDX-License-Identifier: BSD-2-Clause
-- What the endless driver does, whatever its types are: see lib/endless.m.

-- show: driver outstanding, initial

const
  THREADS: 3;
  CUS: 2;
  LINES: 1;
  WORDS: 1;
  VALUES: 2;
  TAGS: 1;         -- outstanding loads of a thread
  STORES: 1;       -- what bounds each of a machine's queues of stores
  NAMED: 0;        -- values say nothing of their stores
  EVICTIONS: 1;
  ATOMICS: 1;      -- 0: no read-modify-writes
  COMPONENTS: 1;
  ORDERED: 0;      -- 1: acquire loads, release stores, fences; atomics acquire-release

var
  cu_of: array [thread] of cu;
  component_of: array [cu] of component;
  outstanding: array [thread] of array [tag] of boolean;
  initial: array [line] of array [word] of value;

function CuOf(t: thread): cu;             begin return cu_of[t]; end;
function GroupOf(t: thread): group;       begin return cu_of[t]; end;
function ComponentOf(c: cu): component;   begin return component_of[c]; end;
function Initial(l: line; w: word): value; begin return initial[l][w]; end;

function BandOf(l: line): line;            begin return l; end;

function EvictionsOn(): boolean;          begin return EVICTIONS = 1; end;

procedure Complete(t: thread; g: tag; v: value);
begin
  assert "a load completes once" outstanding[t][g];
  ObserveLoad(t, g, v);
  outstanding[t][g] := false;
end;

function MayIssueLoad(t: thread; order: order_type; l: line; w: word): boolean;
var o: operation;
begin
  SetOperation(o, LOAD, order, SYSTEM, l, w);
  return Accepts(t, o);
end;

function MayIssueWrite(t: thread; kind: kind_type; order: order_type;
                       l: line; w: word; v: value): boolean;
var o: operation;
begin
  SetOperation(o, kind, order, SYSTEM, l, w);
  SetStored(o, v);
  return Accepts(t, o);
end;

procedure DriveLoad(t: thread; g: tag; order: order_type; l: line; w: word);
var o: operation;
begin
  SetOperation(o, LOAD, order, SYSTEM, l, w);
  outstanding[t][g] := true;
  ObserveIssue(t, g, l, w);
  Issue(t, o, g);
end;

-- A read-modify-write takes the tag, a store leaves it alone.
procedure DriveWrite(t: thread; g: tag; kind: kind_type; order: order_type;
                     l: line; w: word; v: value);
var o: operation;
begin
  SetOperation(o, kind, order, SYSTEM, l, w);
  SetStored(o, v);
  if kind = RMW then
    outstanding[t][g] := true;
    ObserveIssue(t, g, l, w);
  end;
  ObserveStoreIssue(t, l, w, v);
  Issue(t, o, g);
end;

procedure DriveStore(t: thread; order: order_type; l: line; w: word; v: value);
var g: tag;    -- no use is made of it, undefined as it is
begin
  undefine g;
  DriveWrite(t, g, STORE, order, l, w, v);
end;

ruleset t: thread; g: tag; l: line; w: word do
  rule "load"
    !outstanding[t][g] & MayIssueLoad(t, PLAIN, l, w)
  ==>
  begin
    DriveLoad(t, g, PLAIN, l, w);
  end;

  rule "acquire load"
    ORDERED = 1 & !outstanding[t][g] & MayIssueLoad(t, ACQUIRE, l, w)
  ==>
  begin
    DriveLoad(t, g, ACQUIRE, l, w);
  end;
end;

ruleset t: thread; l: line; w: word; v: value do
  rule "store"
    MayIssueWrite(t, STORE, PLAIN, l, w, v)
  ==>
  begin
    DriveStore(t, PLAIN, l, w, v);
  end;

  rule "release store"
    ORDERED = 1 & MayIssueWrite(t, STORE, RELEASE, l, w, v)
  ==>
  begin
    DriveStore(t, RELEASE, l, w, v);
  end;
end;

function RmwOrder(): order_type;
begin
  return ORDERED = 1 ? ACQ_REL : RELAXED;
end;

ruleset t: thread; g: tag; l: line; w: word; v: value do
  rule "read-modify-write"
    ATOMICS = 1 & !outstanding[t][g] & MayIssueWrite(t, RMW, RmwOrder(), l, w, v)
  ==>
  begin
    DriveWrite(t, g, RMW, RmwOrder(), l, w, v);
  end;
end;

function MayFence(t: thread): boolean;
var o: operation;
begin
  SetFence(o);
  return Accepts(t, o);
end;

ruleset t: thread do
  rule "fence"
    ORDERED = 1 & MayFence(t)
  ==>
  var o: operation;
  var g: tag;    -- no use is made of it, undefined as it is
  begin
    undefine g;
    SetFence(o);
    Issue(t, o, g);
  end;
end;

-- Threads go to the CUs in turn.  (The order of the loops is the one place that
-- breaks the symmetry of the scalarsets, and only in which of the equivalent
-- start states is taken.)
procedure PlaceThreads();
var i: 0 .. THREADS;
var j: 0 .. CUS;
begin
  j := 0;
  for c: cu do
    component_of[c] := j * COMPONENTS / CUS;
    j := j + 1;
  end;
  i := 0;
  for t: thread do
    j := 0;
    for c: cu do
      if i % CUS = j then
        cu_of[t] := c;
      end;
      j := j + 1;
    end;
    i := i + 1;
  end;
end;

ruleset v: value do
  startstate "idle"
  begin
    PlaceThreads();
    for t: thread do
      for g: tag do
        outstanding[t][g] := false;
      end;
    end;
    for l: line do
      for w: word do
        initial[l][w] := v;
      end;
    end;
    MachineStart();
    ObserveStart();
  end;
end;

liveness "every operation completes"
  Quiescent() & forall t: thread do forall g: tag do !outstanding[t][g] end end;

-- No work-groups are nearer to each other than others.
function ClusterOf(t: thread): group;     begin return GroupOf(t); end;
