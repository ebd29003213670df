-- why: a firing that leads to another state of the same orbit moves; deadlock is judged before canonicalisation.
-- expect: verdict=holds states=3 rules=9 depth=0
-- expect-exact: states=1 rules=3
type s: scalarset(3);
var x: s;
ruleset i: s do startstate begin x := i; end; end;
ruleset i: s do rule begin x := i; end; end;
