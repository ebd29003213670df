-- why: a value that a function returns outside its result type is a violation (Rumur hands it on)
-- default: violated range
-- cmurphi: violated range
-- rumur: holds 4 4
var x: 0..3;
startstate begin x := 0; end;
function f(a: 0..3): 0..1;
begin return a; end;
rule "step" true ==> begin if f(x) = 9 then x := 0; else x := (x + 1) % 4; end; end;
