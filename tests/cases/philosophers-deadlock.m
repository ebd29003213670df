-- why: all philosophers take the left fork first; the shortest way to the deadlock is everybody's first step.
-- expect: verdict=violated states=13 rules=27 depth=3 kind=deadlock
const
  N: 3;
type
  philosopher: 0 .. N - 1;
  mood: enum { Thinks, HasLeft, Eats };
var
  is: array [philosopher] of mood;
  taken: array [philosopher] of boolean;   -- fork p is left of p

startstate begin
  for p: philosopher do is[p] := Thinks; taken[p] := false; end;
end;

ruleset p: philosopher do
  rule "take left" is[p] = Thinks & !taken[p] ==>
  begin taken[p] := true; is[p] := HasLeft; end;

  rule "take right" is[p] = HasLeft & !taken[(p + 1) % N] ==>
  begin taken[(p + 1) % N] := true; is[p] := Eats; end;

  rule "put down" is[p] = Eats ==>
  begin taken[p] := false; taken[(p + 1) % N] := false; is[p] := Thinks; end;
end;
