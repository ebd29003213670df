-- why: records without a field
-- default: refused
-- cmurphi: refused
-- rumur: accepted
type r: record end;
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
