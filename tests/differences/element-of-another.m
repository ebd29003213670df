-- why: evaluated otherwise: nor can the parameter be used with another multiset
-- default: violated multiset
-- cmurphi: violated multiset
-- rumur: refused
var m, n: multiset [1] of boolean; b: boolean;
startstate begin b := false; multisetadd(b, m); multisetadd(b, n); end;
choose i: m do rule "take" true ==> begin n[i] := true; end; end;
