-- why: accepted: a property whose message stands on either side
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
invariant "first" x < 4;
invariant x < 4 "last";
