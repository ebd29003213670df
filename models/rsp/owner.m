-- SPDX-License-Identifier: BSD-2-Clause
-- A driver for scope promotion: the threads of one CU synchronise at work-group
-- scope alone, all others remotely at component scope, on any location at any
-- time, with loads, stores and read-modify-writes.  All these programs are
-- race-free with promotion.  Any CU may load any line into its L1 meanwhile.
--
-- As in free.m, each location is stored to at most VALUES - 1 times, every time
-- with a value that it never had, so that a value names a version.
-- driver: one work-group local, all others remote
-- gives: named-values

include "../lib/operations.m"
include "../lib/drivers/versions.m"
include "../lib/drivers/version-types.m"
include "../lib/drivers/no-program.m"

const
  THREADS: 3;
  EVICTIONS: 0;
  PREFETCHES: 1;

var
  owner: cu;                       -- never changes
  outstanding: array [thread] of boolean;
  next_value: array [line] of 0 .. VALUES;

procedure Complete(t: thread; g: tag; v: value);
begin
  ObserveLoad(t, g, v);
  outstanding[t] := false;
end;

procedure Make(var o: operation; t: thread; k: kind_type; l: line);
begin
  if home[t] = owner then
    SetOperation(o, k, k = LOAD ? ACQUIRE : k = STORE ? RELEASE : ACQ_REL, WORK_GROUP, l, 0);
  else
    SetOperation(o, k, k = LOAD ? REMOTE_ACQUIRE : k = STORE ? REMOTE_RELEASE : REMOTE_ACQ_REL,
                 COMPONENTS > 1 ? SYSTEM : COMPONENT, l, 0);
  end;
  if k != LOAD then
    SetStored(o, next_value[l]);
  end;
end;

function MayIssue(t: thread; k: kind_type; l: line): boolean;
var o: operation;
begin
  if k = FENCE | (k != STORE & outstanding[t]) | (k != LOAD & next_value[l] = VALUES) then
    return false;
  end;
  Make(o, t, k, l);
  return Accepts(t, o);
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

include "../lib/drivers/prefetches.m"

liveness "every operation completes"
  Quiescent() & forall t: thread do !outstanding[t] end;
