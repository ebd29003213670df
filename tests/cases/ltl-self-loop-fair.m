-- why: and where both are fair, each fires again and again as long as it is enabled
-- options: --fair all --deadlock off
-- expect: verdict=holds states=2 rules=3
var done: boolean;
startstate begin done := false; end;
fair rule "spin" begin end;
rule "done" !done ==> begin done := true; end;
ltl "done at last" <> {done};
ltl "spins for ever" [] <> fires("spin");
ltl "done once" <> fires("done") & [] (fires("done") -> X [] ! fires("done"));
