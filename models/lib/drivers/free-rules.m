-- SPDX-License-Identifier: BSD-2-Clause
-- What the free driver does, whatever its types are: see lib/free.m.

-- show: driver outstanding, next_value

const
  THREADS: 2;
  EVICTIONS: 1;
  ATOMICS: 1;      -- 1: read-modify-writes too
  ORDERS: 1;       -- 0: plain accesses alone, and relaxed read-modify-writes; 1: every order, and fences; 2: beside
                   -- plain ones acquire loads, release stores, read-modify-writes that are both, no fences
  SCOPES: 0;       -- 1: at each scope; 0: at system scope alone
  PREFETCHES: 0;   -- 1: loads of other wavefronts of a CU, which bind nothing, at any time

var
  outstanding: array [thread] of array [tag] of boolean;
  next_value: array [line] of array [word] of 0 .. VALUES;

-- Each line is a band of its own.
function BandOf(l: line): line; begin return l; end;

procedure Complete(t: thread; g: tag; v: value);
begin
  ObserveLoad(t, g, v);
  outstanding[t][g] := false;
end;

-- The orders that a kind of access can have.
function Sensible(k: kind_type; o: order_type; s: scope_type): boolean;
begin
  if RemoteOrder(o) | (ORDERS = 0 & o != PLAIN & !(k = RMW & o = RELAXED)) | (k = RMW & ATOMICS = 0) then
    return false;
  end;
  if o = PLAIN then
    return (k = LOAD | k = STORE) & s = WORK_ITEM;
  elsif SCOPES = 0 & s != SYSTEM then
    return false;
  end;
  if ORDERS = 2 then
    return (k = LOAD & o = ACQUIRE) | (k = STORE & o = RELEASE) | (k = RMW & o = ACQ_REL);
  end;
  switch k
  case LOAD:  return o = RELAXED | o = ACQUIRE | o = SEQ_CST;
  case STORE: return o = RELAXED | o = RELEASE | o = SEQ_CST;
  case RMW:   return true;
  case FENCE: return o != RELAXED;
  end;
end;

procedure Make(var o: operation; k: kind_type; r: order_type; s: scope_type; l: line; w: word);
begin
  SetOperation(o, k, r, s, l, w);
  if k = STORE | k = RMW then
    SetStored(o, next_value[l][w]);
  end;
end;

-- Whether t may issue it under the tag.  Stores and fences take none, whatever loads are outstanding;
-- they are issued under the first.
function HasTag(t: thread; g: tag; k: kind_type): boolean;
begin
  return k = LOAD | k = RMW ? !outstanding[t][g] : g = 0;
end;

function MayIssue(t: thread; g: tag; k: kind_type; r: order_type; s: scope_type; l: line; w: word): boolean;
var o: operation;
begin
  if !Sensible(k, r, s) | !HasTag(t, g, k) | ((k = STORE | k = RMW) & next_value[l][w] = VALUES) then
    return false;
  end;
  Make(o, k, r, s, l, w);
  return Accepts(t, o);
end;

startstate "reset"
begin
  SettleThreads();
  MachineStart();
  for t: thread do
    for g: tag do outstanding[t][g] := false; end;
  end;
  for l: line do
    for w: word do next_value[l][w] := 1; end;
  end;
  ObserveStart();
end;

ruleset t: thread; g: tag; k: kind_type; r: order_type; s: scope_type; l: line; w: word do
  rule "issue"
    MayIssue(t, g, k, r, s, l, w)
  ==>
  var o: operation;
  begin
    Make(o, k, r, s, l, w);
    if k = LOAD | k = RMW then
      outstanding[t][g] := true;
    end;
    if k = LOAD | k = RMW then
      ObserveIssue(t, g, l, w);
    end;
    if k = STORE | k = RMW then
      next_value[l][w] := next_value[l][w] + 1;
      ObserveStoreIssue(t, l, w, Stored(o));
    end;
    ObserveOperation(t, g, o);
    Issue(t, o, g);
  end;
end;

include "prefetches.m"

liveness "every operation completes"
  Quiescent() & forall t: thread do forall g: tag do !outstanding[t][g] end end;
