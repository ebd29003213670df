-- why: each element points to another or to none; orbits are the functional graphs with holes up to isomorphism.
-- expect: verdict=holds states=64 rules=768 depth=3
-- expect-exact: states=16 rules=192
type p: scalarset(3);
var next: array [p] of p;
startstate begin undefine next; end;
ruleset i: p; j: p do rule "point" begin next[i] := j; end; end;
ruleset i: p do rule "drop" begin undefine next[i]; end; end;
