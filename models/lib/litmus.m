-- SPDX-License-Identifier: BSD-2-Clause
-- The litmus driver for protocols: threads run the bound program, each in
-- program order.  A load does not block its thread; what needs the register
-- that it loads does.

-- show: driver prefetches

-- Operation 0 is none: the thread has ended, or waits for a register.
external function HostNext(t: thread; l: local): operation;
external function HostTag(t: thread; l: local): tag;
external function HostIssue(t: thread; l: local): local;
external function HostReadsLater(t: thread; l: local; at: line): boolean;
external function HostAccessesLater(t: thread; l: local; at: line): boolean;
external function HostWritesLater(t: thread; l: local; at: line): boolean;
external function HostSynchronises(t: thread; l: local; at: line): boolean;
external function HostLoadsLater(t: thread; l: local; at: line): boolean;
external function HostRelaxedLoadsLater(t: thread; l: local; at: line): boolean;
external function HostOrdersLater(t: thread; l: local): boolean;
external function HostComplete(t: thread; l: local; g: tag; v: value): local;

var
  prefetches: array [cu] of 0 .. PREFETCHES;  -- left

-- Whether a thread of the CU may yet read the line.
function Wanted(c: cu; l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & CuOf(t) = c & HostReadsLater(t, threads[t], l) end;
end;

-- Whether a thread of the CU may yet load it, other than by an RMW; and with no order above relaxed.
function Loaded(c: cu; l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & CuOf(t) = c & HostLoadsLater(t, threads[t], l) end;
end;
function LoadedRelaxed(c: cu; l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & CuOf(t) = c & HostRelaxedLoadsLater(t, threads[t], l) end;
end;

-- Whether t may yet issue a fence, or an access with an order above relaxed.
function OrdersLater(t: thread): boolean;
begin
  return UsedThread(t) & HostOrdersLater(t, threads[t]);
end;

-- Whether a thread of the CU may yet access the line.
function Touched(c: cu; l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & CuOf(t) = c & HostAccessesLater(t, threads[t], l) end;
end;

-- Whether a thread may yet write the line.
function Changes(l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & HostWritesLater(t, threads[t], l) end;
end;

-- Whether a thread may yet load the line with an order above relaxed.
function SynchronisesOn(l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & HostSynchronises(t, threads[t], l) end;
end;

-- Where t is in its program, or will be when it has issued its next operation.
function LocalOf(t: thread; after: boolean): local;
begin
  return after ? HostIssue(t, threads[t]) : threads[t];
end;

-- Whether t has an operation to issue there, and which; and whether it, or
-- another thread of its CU, may yet access (read) the line from there on.
function HasNext(t: thread; after: boolean): boolean;
begin
  return HostNext(t, LocalOf(t, after)) != 0;
end;
function Next(t: thread; after: boolean): operation;
begin
  return HostNext(t, LocalOf(t, after));
end;
-- Whether it may read the line (or write it), and whether it is sure to be of the line.
function NextMayBe(t: thread; l: line; writes: boolean): boolean;
begin
  return HasNext(t, false)
       & (Kind(Next(t, false)) = FENCE ? false
          : LineOf(Next(t, false)) = l & (Kind(Next(t, false)) != LOAD) = writes);
end;
function NextIsOf(t: thread; l: line): boolean;
begin
  return LineOf(Next(t, false)) = l;
end;
-- Whether it may be a release of that scope.
function NextMayRelease(t: thread; s: scope_type): boolean;
begin
  return HasNext(t, false) & Releases(Next(t, false)) & Scope(Next(t, false)) = s;
end;
function TouchedByOthers(t: thread; l: line): boolean;
begin
  return exists u: thread do
           UsedThread(u) & u != t & CuOf(u) = CuOf(t) & HostAccessesLater(u, threads[u], l)
         end;
end;
function TouchedFrom(t: thread; after: boolean; l: line): boolean;
begin
  return HostAccessesLater(t, LocalOf(t, after), l) | TouchedByOthers(t, l);
end;
function WantedByOthers(t: thread; l: line): boolean;
begin
  return exists u: thread do
           UsedThread(u) & u != t & CuOf(u) = CuOf(t) & HostReadsLater(u, threads[u], l)
         end;
end;

-- What no thread of a CU will read again, the machine may forget.
procedure Forget(c: cu);
begin
  for l: line do
    if UsedLine(l) & !Wanted(c, l) then
      Unwanted(c, l);
    end;
  end;
end;

procedure Complete(t: thread; g: tag; v: value);
begin
  ObserveLoad(t, g, v);
  threads[t] := HostComplete(t, threads[t], g, v);
  Forget(CuOf(t));
end;

function MayGoOn(t: thread): boolean;
begin
  return HostNext(t, threads[t]) != 0 & Accepts(t, HostNext(t, threads[t]));
end;

-- A fence that nothing holds goes with the step before it: nobody can tell.
procedure PassFences(t: thread);
begin
  while HostNext(t, threads[t]) != 0
      & Kind(HostNext(t, threads[t])) = FENCE
      & Accepts(t, HostNext(t, threads[t])) do
    Issue(t, HostNext(t, threads[t]), 0);
    threads[t] := HostIssue(t, threads[t]);
  end;
end;

startstate "reset"
begin
  StartThreads();
  for c: cu do
    prefetches[c] := UsedCu(c) ? PREFETCHES : 0;
  end;
  ObserveStart();
end;

function MayTake(t: thread): boolean;
begin
  return UsedThread(t) & HostNext(t, threads[t]) != 0 & Accepts(t, HostNext(t, threads[t]));
end;

-- The thread issues its next operation.
procedure Take(t: thread);
var o: operation;
var g: tag;
begin
  o := HostNext(t, threads[t]);
  g := HostTag(t, threads[t]);
  if WARM = 1 then
    for c: cu do prefetches[c] := 0; end;
  end;
  threads[t] := HostIssue(t, threads[t]);
  ObserveOperation(t, g, o);
  if Kind(o) = LOAD | Kind(o) = RMW then
    ObserveIssue(t, g, LineOf(o), WordOf(o));
  end;
  Issue(t, o, g);
  PassFences(t);
  Forget(CuOf(t));
end;

function MayPrefetch(c: cu; l: line; w: word): boolean;
begin
  return prefetches[c] > 0 & UsedWord(l, w) & AcceptsPrefetch(c, l, w);
end;

procedure TakePrefetch(c: cu; l: line; w: word);
begin
  if WARM = 0 then
    prefetches[c] := prefetches[c] - 1;
  end;
  Prefetch(c, l, w);
end;

ruleset t: thread do
  rule "issue"
    MayTake(t)
  ==>
  begin
    Take(t);
  end;
end;

ruleset c: cu; l: line; w: word do
  rule "prefetch"
    prefetches[c] > 0 & MayPrefetch(c, l, w)
  ==>
  begin
    TakePrefetch(c, l, w);
  end;
end;

-- ---- what a machine asks to forget what no outcome can depend on ----

-- Whether a thread of the CU may yet write the line.
function ChangedBy(c: cu; l: line): boolean;
begin
  return exists t: thread do UsedThread(t) & CuOf(t) = c & HostWritesLater(t, threads[t], l) end;
end;

function PrefetchesLeft(c: cu): boolean; begin return prefetches[c] > 0; end;

-- What is left of a CU's prefetches is of no use.
procedure EndPrefetches(c: cu); begin prefetches[c] := 0; end;

-- Whether t is through with its program; whether nothing of its CU issues anything but t.
function IsThrough(t: thread): boolean; begin return HostEnded(t, threads[t]); end;
function ActsAlone(t: thread): boolean;
begin
  return prefetches[CuOf(t)] = 0
       & !exists u: thread do UsedThread(u) & u != t & CuOf(u) = CuOf(t) & !IsThrough(u) end;
end;

-- A machine that takes prefetches of Wanted lines alone (of Touched ones) says so here: those
-- that are left are worth nothing once no line of the CU is such.
procedure EndPrefetchesUnless(c: cu; worth: boolean);
begin
  if !worth then EndPrefetches(c); end;
end;
procedure PrefetchesOfWanted(c: cu);
begin
  EndPrefetchesUnless(c, prefetches[c] = 0 | exists l: line do UsedLine(l) & Wanted(c, l) end);
end;
procedure PrefetchesOfTouched(c: cu);
begin
  EndPrefetchesUnless(c, prefetches[c] = 0 | exists l: line do UsedLine(l) & Touched(c, l) end);
end;
