-- why: evaluated otherwise: an element of a multiset that is gone cannot be used, also where its slot was taken again or it is named by an alias or a `var` parameter (CMurphi looks only whether the slot is taken when `multisetremove` or `m[i]` names it, so that what is found hangs on the order of slots, which it sorts all the same)
-- default: violated multiset
-- cmurphi: violated multiset
-- rumur: refused
var m: multiset [1] of boolean; b: boolean;
startstate begin b := false; multisetadd(b, m); end;
choose i: m do rule "take" true ==> begin multisetremove(i, m); multisetadd(b, m); m[i] := true; end; end;
