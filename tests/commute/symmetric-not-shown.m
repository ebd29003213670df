-- kind: none
-- No element is undefined when the loop reads it, but that is not seen in the text.
type S: scalarset(2);
var x: array [S] of boolean; all: boolean;
startstate begin all := false; for i: S do x[i] := false; end; end
ruleset i: S do rule begin x[i] := !x[i]; end end
rule begin all := true; for i: S do all := all & x[i]; end; end
