-- why: eight elements of which each pair is alike: the ties are tried out quickly enough.
-- rumur: eight elements take it minutes
-- expect: verdict=holds states=256 rules=2048 depth=8
-- expect-exact: states=9 rules=72
type p: scalarset(8);
var a: array [p] of boolean;
startstate begin for i: p do a[i] := false; end; end;
ruleset i: p do rule "up" !a[i] ==> begin a[i] := true; end; end;
ruleset i: p do rule "down" a[i] ==> begin a[i] := false; end; end;
