-- why: n processes each in one of three states: 3^4 states, and as many orbits as ways to count 4 of them.
-- expect: verdict=holds states=81 rules=324 depth=8
-- expect-exact: states=15 rules=60
type p: scalarset(4);
var a: array [p] of 0..2;
startstate begin for i: p do a[i] := 0; end; end;
ruleset i: p do rule begin a[i] := (a[i] + 1) % 3; end; end;
