-- SPDX-License-Identifier: BSD-2-Clause
-- The litmus driver for the reference machines: a thread performs its
-- accesses out of program order, as far as the host says that the rules of
-- the reference models (see models/reference/README.md) let it.  The host
-- keeps each thread's window of operations that are fetched and not retired.

const
  WINDOW: 12;
  IN_ORDER: 0;    -- 1: only the oldest operation of the window may be performed

type
  slot: 0 .. WINDOW - 1;

-- The operation in a slot, where it may be performed now; else operation 0.
external function HostSlot(t: thread; l: local; k: slot): operation;
-- A load that takes the value of the thread's own earlier store, not performed yet.
external function HostForwards(t: thread; l: local; k: slot): boolean;
external function HostForwarded(t: thread; l: local; k: slot): value;
-- How many releases before it in program order are not performed yet.
external function HostPassed(t: thread; l: local; k: slot): slot;
-- The operation in the slot is performed; `v` is what it read.
external function HostPerform(t: thread; l: local; k: slot; v: value): local;
external function HostPerformed(t: thread; l: local; k: slot): local;
-- A branch whose register is not known stops the fetch; a guess lets it go on, and is made
-- only where something past the branch may then be performed.
external function HostMayGuess(t: thread; l: local; taken: boolean): boolean;
external function HostGuess(t: thread; l: local; taken: boolean): local;
-- Whether a read of the line is yet to come, from the oldest operation of the window on.
external function HostReadsLater(t: thread; l: local; at: line): boolean;

-- That of the operation that is being performed.
var
  passed_releases: slot;

function WantedBy(t: thread; l: line): boolean;
begin
  return UsedThread(t) & HostReadsLater(t, threads[t], l);
end;

function MayPerform(t: thread; k: slot): boolean;
begin
  return (IN_ORDER = 0 | k = 0)
       & HostSlot(t, threads[t], k) != 0
       & (HostForwards(t, threads[t], k) | Accepts(t, HostSlot(t, threads[t], k)));
end;

function MayGoOn(t: thread): boolean;
begin
  return exists k: slot do MayPerform(t, k) end;
end;

-- A fence that nothing holds goes with the step before it: nobody can tell.
procedure PassFences(t: thread);
var again: boolean;
begin
  again := true;
  while again do
    again := false;
    for k: slot do
      if !again & MayPerform(t, k) & Kind(HostSlot(t, threads[t], k)) = FENCE then
        ObserveOperation(t, 0, HostSlot(t, threads[t], k));
        threads[t] := HostPerformed(t, threads[t], k);
        again := true;
      end;
    end;
  end;
end;

-- What a thread will not read again, the machine may forget of it.
procedure GoOn(t: thread);
begin
  PassFences(t);
  for l: line do
    if UsedLine(l) & !WantedBy(t, l) then
      Unread(t, l);
    end;
  end;
end;

startstate "reset"
begin
  passed_releases := 0;
  StartThreads();
  ObserveStart();
  for t: thread do
    if UsedThread(t) then PassFences(t); end;
  end;
end;

ruleset t: thread; k: slot do
  rule "perform"
    UsedThread(t) & MayPerform(t, k)
  ==>
  var o: operation;
  var v: value;
  begin
    o := HostSlot(t, threads[t], k);
    passed_releases := HostPassed(t, threads[t], k);
    ObserveOperation(t, 0, o);
    if HostForwards(t, threads[t], k) then
      threads[t] := HostPerform(t, threads[t], k, HostForwarded(t, threads[t], k));
    elsif Kind(o) = STORE then
      PerformStore(t, o);
      threads[t] := HostPerformed(t, threads[t], k);
    elsif Kind(o) = FENCE then
      threads[t] := HostPerformed(t, threads[t], k);
    else
      ObserveIssue(t, 0, LineOf(o), WordOf(o));
      PerformLoad(t, o, v);
      ObserveLoad(t, 0, v);
      threads[t] := HostPerform(t, threads[t], k, v);
    end;
    passed_releases := 0;
    GoOn(t);
  end;
end;

ruleset t: thread; taken: boolean do
  rule "guess"
    UsedThread(t) & IN_ORDER = 0 & HostMayGuess(t, threads[t], taken)
  ==>
  begin
    threads[t] := HostGuess(t, threads[t], taken);
    GoOn(t);
  end;
end;
