-- why: what is enabled again and again, and not for ever, weak fairness does not serve
-- options: --fair a
-- expect: verdict=violated states=4 rules=5 depth=0 kind=ltl name="a at last"
-- expect-trace: startstate 1; turn; turn
-- expect-text: fair rule "a": is not enabled in state 0
var a, b: boolean;
startstate begin a := false; b := false; end;
rule "turn" begin b := !b; end;
strong fair rule "a" !a & b ==> begin a := true; end;
ltl "a at last" <> {a};
