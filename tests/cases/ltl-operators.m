-- why: each operator on a cycle of three states, derived by hand
-- options: --max-errors 99
-- expect: verdict=violated states=3 rules=3 depth=0 violations=4
-- expect-property: next=holds
-- expect-property: next wrong=violated
-- expect-property: until=holds
-- expect-property: until wrong=violated
-- expect-property: release=holds
-- expect-property: release wrong=violated
-- expect-property: precedence=holds
-- expect-property: equivalent=holds
-- expect-property: equivalent wrong=violated
var n: 0..2;
startstate begin n := 0; end;
rule "step" begin n := (n + 1) % 3; end;
ltl "next" [] ({n = 0} -> X {n = 1} & X X {n = 2} & X X X {n = 0});
ltl "next wrong" X {n = 2};
ltl "until" {n < 2} U {n = 2};
ltl "until wrong" {n = 0} U {n = 2};
ltl "release" {n = 2} R {n >= 0};
ltl "release wrong" {n = 1} R {n = 0};
ltl "precedence" ! {n = 0} | {n = 0} & {n = 0} U {n = 1} -> X {n = 1};
ltl "equivalent" [] ({n = 0} <-> X X X {n = 0});
ltl "equivalent wrong" [] ({n = 0} <-> X {n = 0});
