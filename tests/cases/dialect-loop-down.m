-- why: what fails in a loop that runs down, as only the default dialect lets it, says so; what fails in both does not.
-- expect: verdict=violated states=1 rules=1 depth=1 kind=index
-- expect-text: With --dialect cmurphi this does not fail
var n: 0..1; a: array [0..1] of boolean;
startstate begin n := 0; clear a; end;
rule "fill" begin for i := 0 to n - 1 do a[i] := true; end; n := 1 - n; end;
