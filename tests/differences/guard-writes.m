-- why: guards and properties that change the state
-- default: refused
-- cmurphi: refused
-- rumur: accepted
var x: 0..3;
startstate begin x := 0; end;
function f(): boolean;
begin x := 1; return true; end;
rule "step" f() ==> begin x := (x + 1) % 4; end;
