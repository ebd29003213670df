-- why: a number like `010`: octal: 8; or decimal: 10
-- default: holds 8 8
-- cmurphi: holds 10 10
-- rumur: holds 8 8
var x: 0..15;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 010; end;
