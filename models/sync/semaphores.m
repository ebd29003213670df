-- SPDX-License-Identifier: BSD-2-Clause
-- The semaphores of the GPU synchronisation thesis, sections 4.1.2 and 4.2.2:
-- spin semaphore, sleep semaphore, D-Sem as its text describes it and as
-- Algorithm 2 prints it.  A thread is the one active thread of a work-group;
-- it waits, is inside, and posts, again and again.  COUNT threads may be
-- inside.  Each atomic operation is a step, memory is sequentially consistent.
--
-- Tickets are kept as distances, so that the state is finite: the sleep
-- semaphore's from the turn, D-Sem's modulo the number of slots.
--
-- KIND: 0 SPIN, 1 SLEEP, 2 D_SEM as described, 3 PRINTED (Algorithm 2).
-- Of PRINTED, two things: RETURNS_NEW=0: an atomic increment or decrement
-- returns the old value, as OpenCL's do; AWAITS=0: the loop goes on while the
-- exchange of its slot with 0 returns 1, as printed.
--
-- Known with THREADS=3:
--
--   SPIN     COUNT=1: "nobody starves" is violated
--   SLEEP    holds, and permission is given in the order of the tickets
--   D_SEM    COUNT=1: holds.  COUNT=2: "every thread can finish" is violated,
--            with 2, 3, 4 and 5 slots: the tickets come round to the slot of a
--            waiter that is let in and has not looked yet, the slot is opened
--            once more, and one of the two permissions is lost.  With REPAIR=1 it
--            holds for COUNT=2 and 3, with 3 and 4 threads, but that two spin on one
--            slot, where one can take all permissions; with REPAIR=2 that holds too,
--            and who waits for a slot can find it taken for ever
--   PRINTED  "no more than COUNT are inside" is violated, as printed and with
--            either of the two alone put right; with both it is D_SEM
--
-- why: the sleep semaphore is safe and first come, first served
-- runs: once
-- options: --const KIND=1 --const COUNT=2 --warn none
-- expect: verdict=holds states=139 rules=427

const
  THREADS: 3;
  KIND: 2;
  COUNT: 1;
  SLOTS: 3;        -- of D-Sem; the text: at least as many as threads
  REPAIR: 0;       -- of D-Sem: 1: a post opens its slot by exchanges, until one finds it closed; 2: and who waits
                   -- takes its slot by exchanges, until one finds it free
  RETURNS_NEW: 0;
  AWAITS: 0;

type
  thread: scalarset (THREADS);
  number: 0 .. SLOTS - 1;
  count: - THREADS .. THREADS;
  place_type: enum { OUTSIDE, LOCKING, LOCKED, TAKING, SPINNING, INSIDE, POSTING, FREEING, OPENING };
  state_type: record
    place: array [thread] of place_type;
    held: boolean;                      -- SPIN: its lock
    value: count;                       -- SPIN, D_SEM, PRINTED
    ahead: array [thread] of count;     -- SLEEP: the ticket less the turn
    next: count;                        -- SLEEP: the next ticket less the turn
    ticket: number;                     -- D_SEM, PRINTED
    turn: number;
    open: array [number] of boolean;    -- its slots
    slot: array [thread] of number;
    taken: array [number] of boolean;   -- REPAIR=2: somebody waits there
  end;

var
  now: state_type;

function Waiting(t: thread): boolean;
begin
  return now.place[t] = LOCKING | now.place[t] = LOCKED | now.place[t] = TAKING | now.place[t] = SPINNING;
end;
function Idle(t: thread): boolean; begin return now.place[t] = OUTSIDE; end;
function IsInside(t: thread): boolean; begin return now.place[t] = INSIDE; end;

include "fair.m"

startstate "free"
begin
  for t: thread do now.place[t] := OUTSIDE; end;
  if KIND = 0 then
    now.held := false;
    now.value := COUNT;
  elsif KIND = 1 then
    now.next := 1 - COUNT;
  else
    now.value := COUNT;
    now.ticket := 0;
    now.turn := 0;
    for n: number do
      now.open[n] := false;
      if REPAIR = 2 then now.taken[n] := false; end;
    end;
  end;
  Disarm();
end;

-- D-Sem: what the tests of the value say, from what it was before the step.
function MustWait(old: count): boolean;
begin
  return KIND = 2 ? old <= 0 : RETURNS_NEW = 1 ? old - 1 < 0 : old < 0;
end;
function MustFree(old: count): boolean;
begin
  return KIND = 2 ? old < 0 : RETURNS_NEW = 1 ? old + 1 <= 0 : old <= 0;
end;

-- SPIN: t goes on once it has the lock.
procedure TakeLock(t: thread; next: place_type);
begin
  if !now.held then
    now.held := true;
    now.place[t] := next;
  end;
  Stepped(t);
end;

ruleset t: thread do
  rule "wait"
    now.place[t] = OUTSIDE
  ==>
  begin
    if KIND = 0 then
      now.place[t] := LOCKING;
    elsif KIND = 1 then
      now.ahead[t] := now.next > 0 ? now.next : 0;
      now.next := now.next + 1;
      now.place[t] := SPINNING;
    else
      now.place[t] := MustWait(now.value) ? TAKING : INSIDE;
      now.value := now.value - 1;
    end;
    Stepped(t);
  end;

  -- SPIN: take the lock, look at the value, unlock and try again, or be inside.
  rule "lock"
    now.place[t] = LOCKING
  ==>
  begin
    TakeLock(t, LOCKED);
  end;
  rule "look and unlock"
    now.place[t] = LOCKED
  ==>
  begin
    now.held := false;
    if now.value > 0 then
      now.value := now.value - 1;
      now.place[t] := INSIDE;
    else
      now.place[t] := LOCKING;
    end;
    Stepped(t);
  end;

  -- D-Sem: a ticket, and then its slot.
  rule "take a ticket"
    now.place[t] = TAKING
  ==>
  begin
    if isundefined(now.slot[t]) then
      now.slot[t] := now.ticket;
      now.ticket := (now.ticket + 1) % SLOTS;
    end;
    if REPAIR < 2 then
      now.place[t] := SPINNING;
    elsif !now.taken[now.slot[t]] then
      now.taken[now.slot[t]] := true;
      now.place[t] := SPINNING;
    end;
    Stepped(t);
  end;

  rule "spin"
    now.place[t] = SPINNING
  ==>
  var was: boolean;
  begin
    if KIND = 1 then
      if now.ahead[t] <= 0 then
        undefine now.ahead[t];
        now.place[t] := INSIDE;
      end;
    else
      was := now.open[now.slot[t]];
      now.open[now.slot[t]] := false;
      if KIND = 2 | AWAITS = 1 ? was : !was then
        if REPAIR = 2 then now.taken[now.slot[t]] := false; end;
        undefine now.slot[t];
        now.place[t] := INSIDE;
      end;
    end;
    Stepped(t);
  end;

  rule "post"
    now.place[t] = INSIDE
  ==>
  begin
    if KIND = 0 then
      now.place[t] := POSTING;
    elsif KIND = 1 then
      now.next := now.next - 1;
      for u: thread do
        if now.place[u] = SPINNING then
          if now.ahead[u] > 0 then
            now.ahead[u] := now.ahead[u] - 1;
          end;
        end;
      end;
      now.place[t] := OUTSIDE;
    else
      now.place[t] := MustFree(now.value) ? FREEING : OUTSIDE;
      now.value := now.value + 1;
    end;
    Stepped(t);
  end;

  rule "lock to post"
    now.place[t] = POSTING
  ==>
  begin
    TakeLock(t, OPENING);
  end;

  rule "take a turn"
    now.place[t] = FREEING
  ==>
  begin
    now.slot[t] := now.turn;
    now.turn := (now.turn + 1) % SLOTS;
    now.place[t] := OPENING;
    Stepped(t);
  end;

  -- SPIN: count and unlock; D-Sem: open the slot.
  rule "open"
    now.place[t] = OPENING
  ==>
  begin
    if KIND = 0 then
      now.value := now.value + 1;
      now.held := false;
    elsif REPAIR = 0 | !now.open[now.slot[t]] then
      now.open[now.slot[t]] := true;
      undefine now.slot[t];
    end;
    if KIND = 0 | isundefined(now.slot[t]) then
      now.place[t] := OUTSIDE;
    end;
    Stepped(t);
  end;
end;

include "inside.m"

-- A turn lets one in, the first that came: no two of those that may not go in
-- yet have the same number before them.
invariant "first come, first served"
  KIND != 1 | forall t: thread do forall u: thread do
    t != u & now.place[t] = SPINNING & now.place[u] = SPINNING & now.ahead[t] > 0 ->
    now.ahead[t] != now.ahead[u]
  end end;

invariant "no two threads spin on one slot"
  KIND < 2 | forall t: thread do forall u: thread do
    t != u & now.place[t] = SPINNING & now.place[u] = SPINNING -> now.slot[t] != now.slot[u]
  end end;

liveness "every thread can finish" forall t: thread do now.place[t] = OUTSIDE end;
