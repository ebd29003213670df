-- why: ranges whose bounds are enum members or booleans (Rumur makes them numbers); a quantifier may have such bounds
-- default: refused
-- cmurphi: refused
-- rumur: accepted
type e: enum {A, B, C};
var x: A..B;
startstate begin x := 0; end;
rule "step" true ==> begin x := 1; end;
