-- why: `undefined` as an argument by value: `undefined` is a name; or the parameter is undefined
-- default: refused
-- cmurphi: holds 4 4
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
procedure p(a: 0..3);
begin if isundefined(a) then x := (x + 1) % 4; end; end;
rule "step" true ==> begin p(undefined); end;
