-- why: `for i := a to b` (or forall, exists) with a > b and no `by`, bounds not constant: runs down from a to b; or runs not at all
-- default: violated index
-- cmurphi: holds 8 8
-- rumur: violated
var x: 0..3;
startstate begin x := 0; end;
var a: array [0..3] of boolean;
rule "step" true ==> begin for i := 0 to x - 1 do a[i] := true; end; x := (x + 1) % 4; end;
