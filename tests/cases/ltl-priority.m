-- why: an instance that another one outranks is not enabled, and fairness to it promises nothing while that lasts
-- options: --dialect cmurphi --deadlock off
-- expect: verdict=violated states=2 rules=2 depth=0 kind=ltl name="c at last"
-- expect-trace: startstate 1; turn; turn
var b, c: boolean;
startstate begin b := false; c := false; end;
rule 1 "turn" begin b := !b; end;
fair rule 2 "c" begin c := true; end;
ltl "c at last" <> {c};
