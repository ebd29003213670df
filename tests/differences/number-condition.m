-- why: a number as a condition
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
startstate begin x := 0; end;
rule "step" x ==> begin x := (x + 1) % 4; end;
rule "first" x = 0 ==> begin x := 1; end;
