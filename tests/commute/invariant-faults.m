-- kind: property
-- The same in an invariant.
type S: scalarset(2);
var x: array [S] of boolean;
function first(): S; begin for i: S do return i; end; error "none"; end;
startstate begin for i: S do x[i] := true; end; end
ruleset i: S do rule begin undefine x[i]; end end
invariant x[first()]
