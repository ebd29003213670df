-- kind: firing
-- A function returns the first element that fits.
type S: scalarset(3);
var s: S; x: array [S] of boolean;
function first(): S; begin for i: S do if x[i] then return i; end; end; error "none"; end;
startstate begin undefine s; for i: S do x[i] := true; end; end
ruleset i: S do rule x[i] ==> begin x[i] := false; end end
rule exists i: S do x[i] end ==> begin s := first(); end
