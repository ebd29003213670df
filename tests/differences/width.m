-- why: arithmetic is always 64 bits wide (Rumur: the narrowest type that holds the declared values, or `--value-type`)
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: violated
var x: 0..3;
startstate begin x := 0; end;
rule "step" x - 1 < x ==> begin x := (x + 1) % 4; end;
