-- why: `x := undefined`: `undefined` is a name; or `undefine x`
-- default: refused
-- cmurphi: holds 2 2
-- rumur: refused
var x: 0..3;
startstate begin x := 0; end;
rule "off" !isundefined(x) ==> begin x := undefined; end;
rule "on" isundefined(x) ==> begin x := 0; end;
