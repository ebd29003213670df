-- why: shifts by a negative number or by 64 and more are violations (Rumur: the other way, and 0)
-- default: violated shift
-- cmurphi: violated shift
-- rumur: holds 4 4
var x: -2..1;
startstate begin x := -2; end;
rule "up" x < 1 & (2 << x) >= 0 ==> begin x := x + 1; end;
rule "down" x = 1 ==> begin x := -2; end;
