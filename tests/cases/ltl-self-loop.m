-- why: a firing that changes nothing is a firing: the fair rule is served by it, and the run may stay there
-- options: --deadlock off
-- expect: verdict=violated states=2 rules=3 depth=0 kind=ltl name="done at last"
-- expect-property: spins for ever=holds
-- expect-trace: startstate 1; spin
var done: boolean;
startstate begin done := false; end;
fair rule "spin" begin end;
rule "done" !done ==> begin done := true; end;
ltl "done at last" <> {done};
ltl "spins for ever" [] <> fires("spin");
