-- why: every start state counts; the run begins in the least one from which a shortest prefix leads to a fair cycle that breaks the formula
-- expect: verdict=violated states=5 rules=5 depth=0 kind=ltl name="low again"
-- expect-trace: two; back; on
var n: 0..4;
startstate "one" begin n := 0; end;
startstate "two" begin n := 3; end;
rule "up" n < 2 ==> begin n := n + 1; end;
rule "down" n = 2 ==> begin n := 0; end;
rule "on" n = 4 ==> begin n := 3; end;
rule "back" n = 3 ==> begin n := 4; end;
ltl "low again" <> {n = 0};
