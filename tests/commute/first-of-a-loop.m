-- kind: firing
-- Only the first element that the loop comes to is marked.
type S: scalarset(2);
var x: array [S] of boolean;
startstate begin for i: S do x[i] := false; end; end
rule var f: boolean; begin f := false; for i: S do if !f then f := true; x[i] := true; end; end; end
