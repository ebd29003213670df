-- why: an array indexed by a union, quantifiers over it, and renaming of what it holds.
-- expect: verdict=holds states=8 rules=24 depth=3
-- expect-exact: states=6 rules=18
type client: scalarset(2); home: enum { Home }; node: union { client, home };
var has: array [node] of boolean;
startstate begin for n: node do has[n] := false; end; end;
ruleset n: node do rule begin has[n] := !has[n]; end; end;
invariant (forall n: node do !has[n] end) = !(has[Home] | exists c: client do has[c] end);
