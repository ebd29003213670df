-- why: refused: `ismember` of a value of a range, where CMurphi compares it with its own numbers of members
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
type e: enum {A, B};
rule "step" !ismember(x, e) ==> begin x := (x + 1) % 4; end;
