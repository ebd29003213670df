-- why: `clear` of a scalarset, and of a union, record or array that holds one (CMurphi refuses it too; to Rumur it names the first element): say `undefine`, or clear the other parts one by one
-- default: refused
-- cmurphi: refused
-- rumur: accepted
type s: scalarset(2);
var x: s;
startstate begin clear x; end;
ruleset i: s do rule "set" true ==> begin x := i; end; end;
