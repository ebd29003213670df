-- why: a state of more than one word.
-- expect: verdict=holds states=40 rules=40 depth=39
var a: array [0..39] of 0..1000; n: 0..39;
startstate begin for i: 0..39 do a[i] := 1000 - i; end; n := 0; end;
rule begin n := (n + 1) % 40; a[n] := (a[n] * 1) % 1001; if n = 0 then a[0] := 1000; end; end;
invariant forall i: 0..39 do a[i] = 1000 - i end;
