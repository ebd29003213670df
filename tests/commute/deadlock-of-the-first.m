-- kind: deadlock
-- What a global assumption refuses is enabled for the first element alone.
type S: scalarset(2);
var x: array [S] of boolean; taken: boolean;
function first(): S; begin for i: S do return i; end; error "none"; end;
ruleset s: S do
  startstate begin taken := false; for i: S do x[i] := i = s; end; end
end
rule x[first()] ==> begin taken := true; end
assume "not taken" !taken;
