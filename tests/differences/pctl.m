-- why: refused: `PCTL` formulas, and probabilities as guards
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
PCTL [true UNTIL <= 5 x = 3] >= 0.5;
