-- why: evaluated otherwise: a firing that only changes the order of slots is no progress
-- default: violated deadlock
-- cmurphi: violated deadlock
-- rumur: refused
-- deadlock: stuttering
var m: multiset [2] of boolean;
startstate var b: boolean; begin b := false; multisetadd(b, m); b := true; multisetadd(b, m); end;
choose i: m do rule "turn" var b: boolean; begin b := m[i]; multisetremove(i, m); multisetadd(b, m); end; end;
