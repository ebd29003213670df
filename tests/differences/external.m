-- why: `external` routines, which the program that runs the model supplies
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
external function f(a: 0..3): boolean;
rule "step" f(x) ==> begin x := (x + 1) % 4; end;
