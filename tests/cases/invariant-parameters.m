-- why: an invariant in a ruleset is one property with many instances; the first instance that fails is told.
-- expect: verdict=violated kind=invariant name="low" depth=1
-- expect-text: i = 2, j = 1
var a: array [0..3] of 0..3;
startstate begin for i: 0..3 do a[i] := 0; end; end;
rule begin a[3] := 1; a[2] := 2; end;
rule begin a[0] := 0; end;
ruleset i: 0..3; j: 0..2 do invariant "low" a[i] < 2 | j != 1; end;
