-- why: accepted: comparison of records and arrays
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
var a, b: array [0..1] of boolean;
rule "step" a = b ==> begin x := (x + 1) % 4; end;
