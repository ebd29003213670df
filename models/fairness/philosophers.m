-- SPDX-License-Identifier: BSD-2-Clause
-- Dining philosophers, of whom the first takes the right fork first.  A fork that
-- is free now and again is not free for ever: weak fairness lets a neighbour have
-- it every time.
--
-- why: strong fairness of taking a fork decides; weak fairness leaves a hungry one hungry.
-- expect: verdict=holds states=150 rules=493
-- expect-property: eats at last=holds
const
  N: 4;
type
  philosopher: 0 .. N - 1;
  fork: 0 .. N - 1;  -- fork p is to the left of philosopher p
  mood: enum { Thinks, Hungry, HasOne, Eats };
var
  mood_of: array [philosopher] of mood;
  taken: array [fork] of boolean;
function First(p: philosopher): fork;
begin
  return p = 0 ? 1 % N : p;
end;
function Second(p: philosopher): fork;
begin
  return p = 0 ? 0 : (p + 1) % N;
end;
startstate "all think"
  for p: philosopher do mood_of[p] := Thinks; end;
  for f: fork do taken[f] := false; end;
end;
ruleset p: philosopher do
  rule "grow hungry" mood_of[p] = Thinks ==> mood_of[p] := Hungry; end;
  strong fair rule "take the first" mood_of[p] = Hungry & !taken[First(p)] ==>
    taken[First(p)] := true;
    mood_of[p] := HasOne;
  end;
  strong fair rule "take the second" mood_of[p] = HasOne & !taken[Second(p)] ==>
    taken[Second(p)] := true;
    mood_of[p] := Eats;
  end;
  fair rule "put both down" mood_of[p] = Eats ==>
    taken[First(p)] := false;
    taken[Second(p)] := false;
    mood_of[p] := Thinks;
  end;
  leadsto "eats at last" { mood_of[p] = Hungry } { mood_of[p] = Eats };
end;
