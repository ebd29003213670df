-- why: unions, and `ismember`
-- default: holds 3 7
-- cmurphi: holds 3 7
-- rumur: refused
type s: scalarset(2); e: enum {A, B}; u: union {s, e};
var x: u;
startstate begin x := A; end;
ruleset i: s do rule "give" !ismember(x, s) ==> begin x := i; end; end;
rule "A" ismember(x, s) | x = B ==> begin x := A; end;
rule "B" x = A ==> begin x := B; end;
