-- kind: guard
-- A guard reads what is defined for the first element, and not for another.
type S: scalarset(2);
var x: array [S] of boolean;
function first(): S; begin for i: S do return i; end; error "none"; end;
startstate begin for i: S do x[i] := true; end; end
ruleset i: S do rule begin undefine x[i]; end end
rule x[first()] ==> begin end
