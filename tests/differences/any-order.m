-- why: declarations in any order
-- default: holds 4 4
-- cmurphi: holds 4 4
-- rumur: refused
startstate begin x := 0; end;
rule "step" true ==> begin x := (x + 1) % 4; end;
var x: t;
type t: 0..N;
const N: 3;
