-- why: ranges of 2⁶³ values and more
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..9223372036854775807;
startstate begin x := 0; end;
rule "step" true ==> begin x := 1; end;
