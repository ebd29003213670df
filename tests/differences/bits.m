-- why: accepted: bit operators, `&&`, `||`, `==`, hexadecimal numbers, Unicode operators and quotation marks
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
rule “step” (x & 0x3) == x && (x | 0) ≥ 0 ==> begin x := (x + 1) % 4; end;
