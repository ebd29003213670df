-- why: refused: `real`, numbers with a point
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: real(5, 2);
startstate begin x := 0.5; end;
rule "step" true ==> begin x := 1.5; end;
