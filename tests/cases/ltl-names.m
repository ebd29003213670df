-- why: what a formula names is a rule that is there, with parameters that it has, each a constant or a parameter of the property
-- expect-error: 12:12 no rule has the name "giv"
-- expect-error: 13:12 rule "give" has 2 parameters, and this gives 3
-- expect-error: 14:26 what `fires` names must be a constant or a parameter of the property
-- expect-error: 15:29 parameter `j` of rule "give" is
-- expect-error: 16:13 what stands in braces in a formula is a condition and must be boolean
type e: enum {A, B};
var x: 0..1;
startstate begin x := 0; end;
ruleset i: 0..1; j: e do rule "give" begin x := i; end; end;
ltl "fine" [] (fires("give", 1, A) -> X {x = 1});
ltl "a" [] fires("giv");
ltl "b" [] fires("give", 1, A, 1);
ltl "c" [] fires("give", x, B);
ltl "d" [] fires("give", 1, 2);
ltl "e" [] {x};
