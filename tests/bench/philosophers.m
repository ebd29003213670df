-- SPDX-License-Identifier: BSD-2-Clause
-- Dining philosophers.  Philosopher 0 takes the right fork first and all others
-- the left one, so that they do not deadlock.
--
-- philosophers.pml is the same for SPIN.
--
-- Size: --const N=n.  Known (states, rules fired; there is no scalarset):
--
--   N=6       6,336       31,656
--   N=8     125,440      837,904
--   N=10  2,483,456   20,769,696
--
-- why: counts known from Rumur and SPIN.
-- runs: once
-- expect: verdict=holds states=125440 rules=837904
const
  N: 8;

type
  philosopher: 0 .. N - 1;
  fork: 0 .. N - 1;            -- fork p is to the left of philosopher p
  mood: enum { Thinks, Hungry, HasOne, Eats, Sated };

var
  is: array [philosopher] of mood;
  taken: array [fork] of boolean;

function First(p: philosopher): fork;
begin
  return p = 0 ? 1 % N : p;
end;

function Second(p: philosopher): fork;
begin
  return p = 0 ? 0 : (p + 1) % N;
end;

ruleset p: philosopher do
  rule "grow hungry"
    is[p] = Thinks
  ==>
  begin
    is[p] := Hungry;
  end;

  rule "take a fork"
    is[p] = Hungry & !taken[First(p)]
  ==>
  begin
    taken[First(p)] := true;
    is[p] := HasOne;
  end;

  rule "take the other fork"
    is[p] = HasOne & !taken[Second(p)]
  ==>
  begin
    taken[Second(p)] := true;
    is[p] := Eats;
  end;

  rule "put a fork down"
    is[p] = Eats
  ==>
  begin
    taken[Second(p)] := false;
    is[p] := Sated;
  end;

  rule "put the other fork down"
    is[p] = Sated
  ==>
  begin
    taken[First(p)] := false;
    is[p] := Thinks;
  end;
end;

startstate
begin
  for p: philosopher do
    is[p] := Thinks;
    taken[p] := false;
  end;
end;

invariant "neighbours do not eat together"
  forall p: philosopher do
    !(is[p] = Eats & is[(p + 1) % N] = Eats)
  end;
