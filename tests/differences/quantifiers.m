-- why: several quantifiers in one `forall`, `exists` or `for`
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" forall i: 0..1; j: 0..1 do i + j < 3 end ==> begin x := (x + 1) % 4; end;
