-- why: an index outside its array in a guard lies in the state, not in a firing.
-- expect: verdict=violated kind=index depth=2 place=6:8
-- expect-trace: startstate 1; up; up
var a: array [0..1] of boolean; i: 0..9;
startstate begin i := 0; a[0] := true; a[1] := true; end;
rule a[i] & i > 5 ==> begin i := 0; end;
rule "up" begin i := i + 1; end;
