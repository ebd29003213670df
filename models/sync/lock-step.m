-- SPDX-License-Identifier: BSD-2-Clause
-- Two lanes of one work-group use a primitive at once, in lock step (the GPU
-- synchronisation thesis, opening of chapter 4): a waiting loop is left by all
-- lanes together, when the last is through; until then those that are through
-- stand still.
--
-- KIND: 0 spin lock, 1 fetch-and-add lock, 2 D-Lock, 3 spin semaphore, 4 sleep
-- semaphore, 5 D-Sem; the semaphores count 1.  LANES=1 is what the thesis
-- assumes.
--
-- Known: with LANES=1 each gets through; with two lanes none does.
--
-- why: one active thread a work-group is fine
-- options: --const KIND=0 --const LANES=1 --deadlock off
-- runs: once
-- expect: verdict=holds states=5 rules=4

const
  KIND: 0;
  LANES: 2;

type
  lane: 0 .. LANES - 1;
  place_type: enum { ENTRY, LOOP, LOCKED, INSIDE, DONE };

var
  place: place_type;                 -- of all lanes: they have one program counter
  active: array [lane] of boolean;   -- in the loop still
  holds: array [lane] of boolean;    -- the spin semaphore's lock
  at: lane;                          -- whose turn it is within the step
  word: -2 .. 3;                     -- lock, turn or value
  ticket: 0 .. 3;
  mine: array [lane] of 0 .. 3;
  open: array [0 .. 3] of boolean;   -- slots; 3 is the spare one
  lock: boolean;

startstate "free"
begin
  place := ENTRY;
  for i: lane do
    active[i] := true;
    holds[i] := false;
    mine[i] := 0;
  end;
  at := 0;
  word := KIND >= 3 ? 1 : 0;
  ticket := KIND = 2 ? 3 : 0;
  for s: 0 .. 3 do open[s] := KIND = 2 & s = 3; end;
  lock := false;
end;

-- What a lane does before the loop.  All lanes of a group have its number, 0.
procedure Ask(i: lane);
begin
  if KIND = 1 | KIND = 4 then
    mine[i] := ticket;
    ticket := ticket + 1;
  elsif KIND = 2 then
    mine[i] := ticket;
    ticket := 0;
  elsif KIND = 5 then
    active[i] := word <= 0;
    word := word - 1;
    if active[i] then
      mine[i] := ticket;
      ticket := ticket + 1;
    end;
  end;
end;

-- One round of the loop: whether the lane is through.
procedure Try(i: lane);
begin
  switch KIND
  case 0:
    if word = 0 then word := 1; active[i] := false; end;
  case 1:
    active[i] := word != mine[i];
  case 2:
    active[i] := !open[mine[i]];
    open[mine[i]] := false;
  case 3:
    if !holds[i] then
      if !lock then lock := true; holds[i] := true; end;
    else
      if word > 0 then word := word - 1; active[i] := false; end;
      holds[i] := false;
      lock := false;
    end;
  case 4:
    active[i] := word <= mine[i];
  case 5:
    active[i] := !open[mine[i]];
    open[mine[i]] := false;
  end;
end;

procedure Leave(i: lane);
begin
  switch KIND
  case 0: word := 0;
  case 1: word := word + 1;
  case 2: open[0] := true;
  case 3: word := word + 1;
  case 4: word := word + 1;
  case 5: if word < 0 then open[0] := true; end; word := word + 1;
  end;
end;

procedure Advance(next: place_type);
begin
  if at = LANES - 1 then
    at := 0;
    place := next;
  else
    at := at + 1;
  end;
end;

rule "ask" place = ENTRY ==>
begin
  Ask(at);
  Advance(LOOP);
end;

rule "round" place = LOOP & exists i: lane do active[i] end ==>
begin
  if active[at] then Try(at); end;
  Advance(LOOP);
end;

rule "through" place = LOOP & at = 0 & forall i: lane do !active[i] end ==>
begin
  place := INSIDE;
end;

rule "leave" place = INSIDE ==>
begin
  Leave(at);
  Advance(DONE);
end;

liveness "the group gets through" place = DONE;
