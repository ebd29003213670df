-- why: `for` over a range of an enum's members, whose parameter is a member
-- default: holds 2 2
-- cmurphi: holds 2 2
-- rumur: refused
type e: enum {A, B};
var x: e;
startstate begin x := A; end;
rule "A" x = B ==> begin x := A; end;
rule "B" x = A ==> begin for i := A to B do x := i; end; end;
