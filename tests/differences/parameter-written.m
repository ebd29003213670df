-- why: writing to the parameter of a loop or ruleset
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin for i: 0..3 do i := 1; end; x := (x + 1) % 4; end;
