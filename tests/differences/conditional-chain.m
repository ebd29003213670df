-- why: `a ? b : c ? d : e` without parentheses
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := x = 0 ? 1 : x = 1 ? 2 : (x + 1) % 4; end;
