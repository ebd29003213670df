-- why: evaluated otherwise: arithmetic is 64 bits wide with overflow as a violation, where CMurphi's is C's `int`
-- default: violated overflow
-- cmurphi: violated overflow
-- rumur: unasked: its integers are as wide as --value-type says
var x: 0..3;
startstate begin x := 0; end;
rule "step" x * 9223372036854775807 >= 0 ==> begin x := (x + 1) % 4; end;
