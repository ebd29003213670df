-- kind: firing
-- The sum's partial results leave the range in one order, and not in another.
type S: scalarset(3); N: -2..2;
var d: array [S] of N; n: N;
startstate begin n := 0; for i: S do d[i] := 0; end; end
ruleset i: S do
  rule d[i] < 2 ==> begin d[i] := d[i] + 1; end
  rule d[i] > -2 ==> begin d[i] := d[i] - 1; end
end
rule begin n := 0; for i: S do n := n + d[i]; end; n := 0; end
