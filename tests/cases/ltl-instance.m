-- why: a property in rulesets is asked of each instance, with its own conditions and events
-- expect: verdict=violated states=3 rules=9 depth=0 kind=ltl name=turns
-- expect-text: LTL property "turns" i = 2
-- expect-trace: startstate 1; turn i=0
var at: 0..2;
startstate begin at := 0; end;
ruleset i: 0..2 do rule "turn" begin at := i; end; end;
ruleset i: 0..2 do ltl "turns" [] <> fires("turn", i) & [] (fires("turn", i) -> X {at = i}) | {i < 2}; end;
