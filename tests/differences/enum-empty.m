-- why: empty enums
-- default: refused
-- cmurphi: refused
-- rumur: accepted
type e: enum {};
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
