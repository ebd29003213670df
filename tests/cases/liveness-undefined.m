-- why: evaluating a liveness property fails, which only its own search can see.
-- expect: verdict=violated kind=undefined depth=4
-- expect-property: fine=holds
-- expect-property: ok=incomplete
var x: 0..5; y: array[0..3] of 0..3;
startstate begin x := 0; clear y; end;
rule "up" x < 5 ==> begin x := x + 1; if x = 3 then undefine y[2]; end; end;
rule "down" x > 0 ==> begin x := x - 1; y[2] := 1; end;
liveness "ok" y[x > 3 ? 2 : 0] != 1;
invariant "fine" x != 5 | y[0] = 0;
