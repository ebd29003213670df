-- SPDX-License-Identifier: BSD-2-Clause
-- The queue lock of Mellor-Crummey and Scott: each thread waits at a flag of
-- its own, and the lock is a pointer to the tail of the queue.
--
-- Each access to shared memory is a step.  A pointer that is nil is undefined.
--
-- Size: --const THREADS=n.  Known (states, rules fired):
--
--   THREADS   symmetry off                    exact
--   3              320          726           60      141
--   4            2,784        7,872          142      425
--   5           28,512       95,600          312    1,125
--   6          344,032    1,328,352          658    2,757
--   7        4,821,504   21,036,960        1,356    6,441
--
-- why: counts known from Rumur.
-- runs: once
-- expect: verdict=holds states=312 rules=1125
const
  THREADS: 5;

type
  thread: scalarset(THREADS);
  place: enum {
    Idle, Swap, Link, Spin, Critical,
    Release, Detach, Await, Wake
  };

var
  at: array [thread] of place;
  before: array [thread] of thread;    -- register: what the swap returned

  -- Shared.
  tail: thread;
  next: array [thread] of thread;
  locked: array [thread] of boolean;

ruleset t: thread do
  rule "next := nil"
    at[t] = Idle
  ==>
  begin
    undefine next[t];
    at[t] := Swap;
  end;

  rule "before := swap(tail, t)"
    at[t] = Swap
  ==>
  begin
    if isundefined(tail) then
      at[t] := Critical;
    else
      before[t] := tail;
      locked[t] := true;
      at[t] := Link;
    end;
    tail := t;
  end;

  rule "before->next := t"
    at[t] = Link
  ==>
  begin
    next[before[t]] := t;
    undefine before[t];
    at[t] := Spin;
  end;

  rule "until not locked"
    at[t] = Spin & !locked[t]
  ==>
  begin
    at[t] := Critical;
  end;

  rule "leave"
    at[t] = Critical
  ==>
  begin
    at[t] := Release;
  end;

  rule "if next = nil"
    at[t] = Release
  ==>
  begin
    if isundefined(next[t]) then
      at[t] := Detach;
    else
      at[t] := Wake;
    end;
  end;

  rule "compare-and-swap(tail, t, nil)"
    at[t] = Detach
  ==>
  begin
    if tail = t then
      undefine tail;
      at[t] := Idle;
    else
      at[t] := Await;
    end;
  end;

  rule "until next != nil"
    at[t] = Await & !isundefined(next[t])
  ==>
  begin
    at[t] := Wake;
  end;

  rule "next->locked := false"
    at[t] = Wake
  ==>
  begin
    locked[next[t]] := false;
    undefine next[t];
    at[t] := Idle;
  end;
end;

startstate
begin
  for t: thread do
    at[t] := Idle;
    locked[t] := false;
  end;
  undefine before;
  undefine tail;
  undefine next;
end;

invariant "mutual exclusion"
  forall t: thread do forall u: thread do
    t != u -> !(at[t] = Critical & at[u] = Critical)
  end end;
