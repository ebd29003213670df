-- why: a firing that an assumption refuses leads nowhere: its instance is not enabled, and fairness to it promises nothing
-- expect: verdict=violated states=2 rules=4 depth=0 kind=ltl name="two at last"
-- expect-trace: startstate 1; flip; flip
-- expect-text: Fair, and never enabled: rule "two"
var n: 0..2;
startstate begin n := 0; end;
rule "flip" n < 2 ==> begin n := 1 - n; end;
fair rule "two" begin n := 2; end;
assume n < 2;
ltl "two at last" <> {n = 2};
