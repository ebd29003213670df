-- why: a step of the wrong sign: an error, or a violation (`loop`); or runs not at all
-- default: violated loop
-- cmurphi: holds 4 4
-- rumur: violated
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin for i := x + 1 to 0 by 1 do x := 3; end; x := (x + 1) % 4; end;
