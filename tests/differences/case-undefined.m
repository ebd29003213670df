-- why: refused: `case undefined` in a switch
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin switch x case undefined: x := 0; else x := (x + 1) % 4; end; end;
