-- SPDX-License-Identifier: BSD-2-Clause
-- Elements that no signature tells apart, and that are not interchangeable:
-- a strongly regular graph's worth of permutations to try.
const N: 40;
type node: scalarset(N);
var next: array [node] of array [node] of boolean; step: 0..3;
startstate begin
  for i: node do for j: node do next[i][j] := false; end; end; step := 0;
end;
ruleset i: node; j: node; k: node do
rule i != j & j != k & i != k & !next[i][j] & !next[j][k] & !next[k][i] ==>
begin next[i][j] := true; next[j][k] := true; next[k][i] := true; end;
end;
