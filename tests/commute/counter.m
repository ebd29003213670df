-- kind: firing
-- A counter numbers the elements.
type S: scalarset(3); N: 0..3;
var k: array [S] of N;
startstate begin for i: S do k[i] := 0; end; end
rule var n: N; begin n := 0; for i: S do k[i] := n; n := n + 1; end; end
