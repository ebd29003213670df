-- why: `:` in place of `do`, as in CMurphi
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
ruleset i: 0..0 : rule "step" true ==> begin x := (x + 1) % 4; end; end;
