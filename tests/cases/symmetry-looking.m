-- why: a loop that looks for an element and returns one value for all of them keeps the scalarset symmetric.
-- options: --deadlock off
-- expect: verdict=holds states=15997 rules=255952 depth=13
-- expect-exact: states=741 rules=11856
type S: scalarset(4);
var x: array [S] of boolean; m: array [S] of array [S] of boolean;
function any(): boolean; var t: boolean; begin
  for i: S do for j: S do t := m[i][j]; if t & x[j] then return true; end; end; end;
  return false;
end;
startstate begin for i: S do x[i] := false; for j: S do m[i][j] := false; end; end; end;
ruleset p: S; q: S do
  rule "set" !any() ==> begin x[p] := true; m[q][p] := !m[q][p]; end;
  rule "clear" any() ==> begin x[p] := false; for j: S do m[j][j] := false; m[p][j] := x[j] & j != p; end; end;
end;
