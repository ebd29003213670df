-- why: refused: the mathematical functions (`log`, `sin`, `fmod`, ...), which are names here
-- default: refused
-- cmurphi: refused
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "step" floor(x) = x ==> begin x := (x + 1) % 4; end;
