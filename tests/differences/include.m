-- why: `include`
-- default: refused
-- cmurphi: refused
-- rumur: refused
include "nothing-of-this-name.m"
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
