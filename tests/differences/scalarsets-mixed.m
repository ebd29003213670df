-- why: mixing two scalarsets of one size: under symmetry that is meaningless
-- default: refused
-- cmurphi: refused
-- rumur: accepted
type s: scalarset(2); t: scalarset(2);
var x: s;
startstate begin undefine x; end;
ruleset i: t do rule "set" true ==> begin x := i; end; end;
