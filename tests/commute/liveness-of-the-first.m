-- kind: liveness
-- What a function returns is asked for by a liveness property.
type S: scalarset(2);
var x: array [S] of boolean;
function first(): S; begin for i: S do return i; end; error "none"; end;
startstate begin for i: S do x[i] := false; end; end
ruleset i: S do rule begin x[i] := !x[i]; end end
liveness "first" x[first()];
