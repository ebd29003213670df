-- why: farmer, wolf, goat and cabbage; the assumption cuts off the banks where something is eaten; 7 crossings.
-- expect: verdict=violated states=9 rules=26 depth=7 kind=invariant "name=not all are over"
type
  item: enum { Farmer, Wolf, Goat, Cabbage };
var
  over: array [item] of boolean;

startstate begin
  for i: item do over[i] := false; end;
end;

ruleset i: item do
  rule "cross" over[i] = over[Farmer] ==>
  begin
    over[i] := !over[i];
    if i != Farmer then over[Farmer] := !over[Farmer]; end;
  end;
end;

assume "nothing is eaten"
  (over[Wolf] = over[Goat] | over[Goat] = over[Cabbage]) -> over[Goat] = over[Farmer];

invariant "not all are over"
  !forall i: item do over[i] end;
