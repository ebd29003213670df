-- why: a value outside the type of the variable it is assigned to; the place is the value.
-- expect: verdict=violated kind=range depth=3 place=6:33
-- expect-trace: startstate 1; up; up; up
var n: 0..2; m: array [0..2] of 0..2;
startstate begin n := 0; end;
rule "up" begin m[n] := 0; n := n + 1; end;
rule "down" n > 0 ==> begin n := n - 1; end;
