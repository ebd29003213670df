-- why: `fires` with fewer parameters than the rule has means any value of those that are left out
-- expect: verdict=violated states=4 kind=ltl "name=the second too"
-- expect-property: the first=holds
-- expect-property: the second too=violated
var x, y: 0..1;
startstate begin x := 0; y := 0; end;
ruleset i: 0..1; j: 0..1 do rule "give" begin x := i; y := j; end; end;
ltl "the first" [] (fires("give", 1) <-> X {x = 1});
ltl "the second too" [] (fires("give", 1) -> X {y = 1});
