-- why: evaluated otherwise: 1000 iterations are the limit of `while` loops only, as other loops end by themselves
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin for i: 1..2000 do x := x; end; x := (x + 1) % 4; end;
