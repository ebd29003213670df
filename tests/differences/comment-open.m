-- why: a comment that is not closed
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
/* never closed
