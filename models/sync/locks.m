-- SPDX-License-Identifier: BSD-2-Clause
-- The locks of the GPU synchronisation thesis, sections 4.1.1 and 4.2.1: spin
-- lock, fetch-and-add lock, D-Lock as its text describes it and as Algorithm 1
-- prints it.  A thread is the one active thread of a work-group.  Each atomic
-- operation is a step; memory is sequentially consistent.
--
-- The spin lock and the turn's waiting loop are read with an atomic that does
-- not change what it looks at; the ticket and turn of the fetch-and-add lock
-- count modulo the number of threads, since no more are out at once.
--
-- A slot of D-Lock is open (0) or closed (1).  The text has as many slots as
-- work-groups, and leaves open what the mutex's ticket names at first, and
-- whether slots are open or closed at first; SPARE=1 adds a slot for that.
--
-- KIND: 0 SPIN, 1 TICKET, 2 D_LOCK as described, 3 PRINTED (Algorithm 1),
-- 4 ADOPT: D_LOCK, where a thread takes over the slot that it watched.
--
-- Known with THREADS=3:
--
--   SPIN     "nobody starves" is violated, alone: another thread locks and
--            unlocks, and the victim's exchanges come in between
--   TICKET   holds; nobody is passed by more than THREADS - 1 others
--   D_LOCK   "no two threads spin on one slot" is violated, and "every thread
--            can finish": a thread that locks again before another has asked
--            watches its own slot, and so does the next
--   PRINTED  "every thread can finish" is violated with CLOSED=1: UNLOCK opens
--            the slot that the holder watched, and its successor watches the
--            holder's own; with CLOSED=0 "mutual exclusion" is: the successor
--            finds the holder's slot open from the start
--   ADOPT    holds
--
-- why: the fetch-and-add lock excludes, starves nobody, and nobody is passed by more than the others
-- runs: once
-- options: --const KIND=1 --covers report --warn none
-- expect: verdict=holds states=1326 rules=4101

const
  THREADS: 3;
  KIND: 2;
  SPARE: 1;    -- of D-Lock: 1: the ticket names a slot of its own at first, 0: a thread's
  CLOSED: 1;   -- of D-Lock: 1: all other slots are closed at first

type
  thread: scalarset (THREADS);
  number: 0 .. THREADS - 1;
  place_type: enum { OUTSIDE, WAITING, INSIDE };
  slot: union { thread, enum { NOBODY } };
  state_type: record
    place: array [thread] of place_type;
    taken: boolean;                           -- SPIN
    ticket: number;                           -- TICKET
    turn: number;
    mine: array [thread] of number;
    last: slot;                               -- D_LOCK: the mutex's ticket
    closed: array [slot] of boolean;          -- its slots
    own: array [thread] of slot;
    watch: array [thread] of slot;
  end;

var
  now: state_type;

function Waiting(t: thread): boolean; begin return now.place[t] = WAITING; end;
function Idle(t: thread): boolean;    begin return now.place[t] = OUTSIDE; end;

include "fair.m"

var
  -- How many others have entered since t got its ticket.
  passed: array [thread] of 0 .. THREADS;

procedure Enter(t: thread);
begin
  now.place[t] := INSIDE;
  passed[t] := 0;
  for u: thread do
    if u != t & now.place[u] = WAITING & KIND != 0 & passed[u] < THREADS then
      passed[u] := passed[u] + 1;
    end;
  end;
end;

ruleset first: thread do
  startstate "free"
  begin
    for t: thread do
      now.place[t] := OUTSIDE;
      passed[t] := 0;
      if KIND >= 2 then
        now.own[t] := t;
        now.closed[t] := CLOSED = 1 & (SPARE = 1 | t != first);
      end;
    end;
    if KIND >= 2 then
      now.closed[NOBODY] := false;
    end;
    if KIND = 0 then
      now.taken := false;
    elsif KIND = 1 then
      now.ticket := 0;
      now.turn := 0;
    else
      if SPARE = 1 then
        now.last := NOBODY;
      else
        now.last := first;
      end;
    end;
    Disarm();
  end;
end;

ruleset t: thread do
  -- The doorway: a ticket, or the place behind the last.
  rule "ask"
    now.place[t] = OUTSIDE
  ==>
  begin
    now.place[t] := WAITING;
    if KIND = 1 then
      now.mine[t] := now.ticket;
      now.ticket := (now.ticket + 1) % THREADS;
    elsif KIND >= 2 then
      now.watch[t] := now.last;
      now.last := now.own[t];
      now.closed[now.own[t]] := now.closed[now.own[t]] | KIND = 4;
    end;
    Stepped(t);
  end;

  -- One round of the waiting loop.
  rule "try"
    now.place[t] = WAITING
  ==>
  begin
    if KIND = 0 then
      if !now.taken then
        now.taken := true;
        Enter(t);
      end;
    elsif KIND = 1 then
      if now.turn = now.mine[t] then
        undefine now.mine[t];
        Enter(t);
      end;
    elsif !now.closed[now.watch[t]] then
      now.closed[now.watch[t]] := true;
      if KIND = 2 then
        undefine now.watch[t];
      end;
      Enter(t);
    end;
    Stepped(t);
  end;

  rule "unlock"
    now.place[t] = INSIDE
  ==>
  begin
    if KIND = 0 then
      now.taken := false;
    elsif KIND = 1 then
      now.turn := (now.turn + 1) % THREADS;
    elsif KIND = 3 then
      now.closed[now.watch[t]] := false;
      undefine now.watch[t];
    else
      now.closed[now.own[t]] := false;
      if KIND = 4 then
        now.own[t] := now.watch[t];
        undefine now.watch[t];
      end;
    end;
    now.place[t] := OUTSIDE;
    Stepped(t);
  end;
end;

invariant "mutual exclusion"
  forall t: thread do forall u: thread do
    t != u -> now.place[t] != INSIDE | now.place[u] != INSIDE
  end end;

invariant "nobody is passed by more than the others"
  forall t: thread do passed[t] < THREADS end;

invariant "no two threads spin on one slot"
  KIND < 2 | forall t: thread do forall u: thread do
    t != u & now.place[t] = WAITING & now.place[u] = WAITING -> now.watch[t] != now.watch[u]
  end end;

liveness "every thread can finish" forall t: thread do now.place[t] = OUTSIDE end;
