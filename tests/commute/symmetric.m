-- kind: none
-- Loops, functions and quantifiers that take no order.
type S: scalarset(3); N: 0..3;
var x: array [S] of boolean; n: N;
function all(): boolean; begin for i: S do if !x[i] then return false; end; end; return true; end;
startstate begin n := 0; for i: S do x[i] := false; end; end
ruleset i: S do rule begin x[i] := !x[i]; end end
rule begin n := 0; for i: S do if x[i] then n := n + 1; end; end; end
rule all() ==> begin for i: S do x[i] := false; end; end
invariant n = 3 -> n > 2
