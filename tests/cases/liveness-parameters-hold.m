-- why: with a way from each state to each, every instance of a liveness property over a scalarset holds.
-- expect: verdict=holds states=6 rules=24
-- expect-exact: states=2 rules=8
type s: scalarset(3);
var x: s; away: boolean;
ruleset i: s do startstate begin x := i; away := false; end; end;
ruleset i: s do rule "move" x != i ==> begin x := i; end; end;
rule "toggle" begin away := !away; end;
rule "far" away ==> begin end;
rule "near" !away ==> begin end;
ruleset i: s do liveness "comes to i" x = i & !away; end;
