-- why: multisets and `choose`
-- default: holds 6 14
-- cmurphi: holds 6 14
-- rumur: refused
type b: boolean;
var m: multiset [1] of b; x: 0..1;
startstate begin x := 0; end;
ruleset v: boolean do rule "add" multisetcount(i: m, true) = 0 ==> begin multisetadd(v, m); end; end;
choose i: m do rule "take" true ==> begin multisetremove(i, m); end; end;
rule "step" true ==> begin x := 1 - x; end;
