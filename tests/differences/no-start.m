-- why: a model without a start state
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
rule "step" true ==> begin x := (x + 1) % 4; end;
