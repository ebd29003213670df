-- SPDX-License-Identifier: BSD-2-Clause
-- D-Sem of the GPU synchronisation thesis, section 4.2.2, with slots that hold a ticket in place of a bit: a
-- post raises its slot to the turn that it took (an atomic maximum), and who waits goes on when its slot holds its own
-- ticket or a later one.  So the tickets may come round to a slot whose waiter has not looked yet: no permission is lost, as
-- it is in D-Sem with a count of 2 and more (semaphores.m), and nobody waits for a slot.
--
-- A thread is the one active thread of a work-group; it waits, is inside, and posts, again and again.  Each
-- atomic operation is a step, memory is sequentially consistent.  Tickets rise for ever.  So that the state is finite, who finds its
-- slot high enough whenever it looks has no ticket any more, nor has a post that would change nothing, and all tickets
-- are lowered by as many rounds of the slots as the lowest one has gone.
--
-- Known:
--
--   THREADS=3 COUNT=1, 2           holds: nobody starves, though only the steps of who has asked and is inside are weakly fair
--   THREADS=4 SLOTS=4 COUNT=2      "no two threads wait on one slot" is violated, alone: one whose post is on its way, and one
--                                  of the next round
--   SLOTS=1 COUNT=1                the same: the slots only spread the waiting
--
-- Neither half can be left out (models/sync/mutants, a lasso each): who waits has to go on at a later ticket too, and, from four
-- threads on, a post has to leave a later turn in its slot; with three an exchange is as good as the maximum.
--
-- why: with tickets in its slots D-Sem lets every thread in, however large its count
-- runs: once
-- options: --const COUNT=2 --warn none
-- expect: verdict=holds states=99 rules=297

const
  THREADS: 3;
  COUNT: 2;
  SLOTS: 3;
  MOST: 4 * SLOTS + 2 * THREADS;

type
  thread: scalarset (THREADS);
  number: 0 .. SLOTS - 1;
  count: - THREADS .. THREADS;
  ticket: - SLOTS .. MOST;
  place_type: enum { OUTSIDE, TAKING, SPINNING, LET_IN, INSIDE, FREEING, OPENING, LATE };

var
  place: array [thread] of place_type;
  value: count;
  tickets: ticket;                     -- the next one
  turns: ticket;
  mine: array [thread] of ticket;      -- a ticket, or a turn
  slots: array [number] of ticket;     -- the last turn that was posted there

startstate "free"
begin
  for t: thread do place[t] := OUTSIDE; end;
  value := COUNT;
  tickets := 0;
  turns := 0;
  for n: number do slots[n] := n - SLOTS; end;
end;

function SlotOf(k: ticket): number;
begin
  return k % SLOTS;
end;

-- The lowest ticket that anybody can still wait for, or turn that can still be posted.
function Lowest(): ticket;
var low: ticket;
begin
  low := tickets < turns ? tickets : turns;
  for t: thread do
    if !isundefined(mine[t]) then
      if mine[t] < low then low := mine[t]; end;
    end;
  end;
  return low;
end;

-- Whose slot is high enough, for good.
procedure Forget();
begin
  for t: thread do
    if !isundefined(mine[t]) then
      if slots[SlotOf(mine[t])] >= mine[t] then
        undefine mine[t];
        place[t] := place[t] = SPINNING ? LET_IN : LATE;
      end;
    end;
  end;
end;

procedure Settle();
var gone: ticket;
begin
  Forget();
  gone := Lowest() / SLOTS * SLOTS;
  if gone > 0 then
    tickets := tickets - gone;
    turns := turns - gone;
    for t: thread do
      if !isundefined(mine[t]) then mine[t] := mine[t] - gone; end;
    end;
    for n: number do
      slots[n] := slots[n] - gone < n - SLOTS ? n - SLOTS : slots[n] - gone;
    end;
  end;
end;

-- An atomic increment, which returns the old value.
procedure Draw(t: thread; var next: ticket; then_at: place_type);
begin
  mine[t] := next;
  next := next + 1;
  place[t] := then_at;
end;

ruleset t: thread do
  rule "wait"
    place[t] = OUTSIDE
  ==>
  begin
    if value <= 0 then
      place[t] := TAKING;
    else
      place[t] := INSIDE;
    end;
    value := value - 1;
  end;

  fair rule "take a ticket"
    place[t] = TAKING
  ==>
  begin
    Draw(t, tickets, SPINNING);
    Settle();
  end;

  fair rule "spin"
    place[t] = SPINNING
  ==>
  begin
    if slots[SlotOf(mine[t])] >= mine[t] then
      undefine mine[t];
      place[t] := INSIDE;
      Settle();
    end;
  end;

  fair rule "see the slot"
    place[t] = LET_IN
  ==>
  begin
    place[t] := INSIDE;
  end;

  fair rule "raise a slot that is higher"
    place[t] = LATE
  ==>
  begin
    place[t] := OUTSIDE;
  end;

  fair rule "post"
    place[t] = INSIDE
  ==>
  begin
    place[t] := value < 0 ? FREEING : OUTSIDE;
    value := value + 1;
  end;

  fair rule "take a turn"
    place[t] = FREEING
  ==>
  begin
    Draw(t, turns, OPENING);
  end;

  fair rule "open"
    place[t] = OPENING
  ==>
  begin
    if slots[SlotOf(mine[t])] < mine[t] then
      slots[SlotOf(mine[t])] := mine[t];
    end;
    undefine mine[t];
    place[t] := OUTSIDE;
    Settle();
  end;
end;

function IsInside(t: thread): boolean; begin return place[t] = INSIDE; end;

include "inside.m"

-- Who may go in and has not looked may share its slot with one that comes later.
function MayNotGoIn(t: thread): boolean;
begin
  return place[t] = SPINNING & slots[SlotOf(mine[t])] < mine[t];
end;

invariant "no two threads wait on one slot"
  forall t: thread do forall u: thread do
    t != u & MayNotGoIn(t) & MayNotGoIn(u) -> SlotOf(mine[t]) != SlotOf(mine[u])
  end end;

invariant "no permission is lost"
  forall t: thread do
    MayNotGoIn(t) & turns > mine[t] -> exists u: thread do place[u] = OPENING & mine[u] = mine[t] end
  end;

liveness "every thread can finish" forall t: thread do place[t] = OUTSIDE end;

ruleset t: thread do
  leadsto "who asks gets in" { place[t] = TAKING | place[t] = SPINNING | place[t] = LET_IN } { place[t] = INSIDE };
end;
