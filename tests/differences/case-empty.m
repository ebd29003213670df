-- why: a `case` without values
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin switch x case: x := 1; else x := (x + 1) % 4; end; end;
