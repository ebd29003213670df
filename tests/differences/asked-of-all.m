-- why: a `forall` or `exists` over a scalarset asks every element where asking may fail, so that its order hides no violation ([Symmetry](properties.md#symmetry)); Rumur stops at the first that decides
-- default: violated undefined
-- cmurphi: violated undefined
-- rumur: unasked: it fails or not as it comes to the element that is undefined first or last
type s: scalarset(2);
var a: array [s] of boolean;
ruleset i: s do startstate begin undefine a; a[i] := true; end; end;
rule "ask" exists i: s do a[i] end ==> begin end;
