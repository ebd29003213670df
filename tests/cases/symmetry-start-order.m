-- why: a start state that places elements in an order is sound: the search covers its orbit, and says so.
-- options: --deadlock off
-- expect: verdict=holds states=3 rules=3 depth=2
-- expect-exact: 
type S: scalarset(3);
var at: array [S] of 0..3; turn: S;
startstate "placed" var c: 0..4; begin c := 0; for i: S do at[i] := c; c := c + 1; turn := i; end; end;
ruleset p: S; q: S do rule "pass" turn = p & at[q] = (at[p] + 1) % 3 ==> begin turn := q; end; end;
invariant "one" exists i: S do turn = i end;
