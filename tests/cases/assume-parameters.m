-- why: an assumption in a ruleset holds of all its instances.
-- expect: verdict=holds states=4 rules=8 depth=2
var a: array [0..1] of 0..3;
startstate begin a[0] := 0; a[1] := 0; end;
ruleset i: 0..1 do rule begin a[i] := (a[i] + 1) % 4; end; end;
ruleset i: 0..1 do assume a[i] < 2; end;
