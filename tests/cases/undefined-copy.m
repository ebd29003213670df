-- why: whole records and arrays are copied with what is undefined in them; a scalar is not.
-- expect: verdict=violated kind=undefined depth=1 place=6:50
type r: record a, b: 0..3; end;
var x, y: r; z: array [0..1] of r;
startstate begin x.a := 1; y := x; z[0] := y; assert y = x & z[1] != y; end;
rule begin z[1] := z[0]; assert z[1] = x; y.a := z[1].b; end;
