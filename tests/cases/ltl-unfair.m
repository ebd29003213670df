-- why: without fairness a run goes round without the rule that is always enabled
-- options: --fair none
-- expect: verdict=violated states=4 rules=6 depth=0 kind=ltl name="a at last" place=9:1
-- expect-trace: startstate 1; turn; turn
var a, b: boolean;
startstate begin a := false; b := false; end;
rule "turn" begin b := !b; end;
fair rule "a" !a ==> begin a := true; end;
ltl "a at last" <> {a};
