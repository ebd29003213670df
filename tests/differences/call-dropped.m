-- why: accepted: a function called as a statement
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: unasked: Rumur has its own check of this
function f(): boolean;
begin x := (x + 1) % 4; return true; end;
var x: 0..3;
startstate begin x := 0; end;
rule "step" true ==> begin f(); end;
