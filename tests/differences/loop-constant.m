-- why: the same with constant bounds, or in a ruleset: an error; or runs not at all
-- default: refused
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin for i := 2 to 1 by 1 do x := 1; end; x := (x + 1) % 4; end;
