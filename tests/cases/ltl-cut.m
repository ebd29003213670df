-- why: a search that was cut short decides no formula, though what was seen satisfies it
-- options: --max-depth 2
-- expect: verdict=incomplete states=3 rules=3 reason=depth
-- expect-property: zero again=incomplete
var n: 0..9;
startstate begin n := 0; end;
rule "up" begin n := (n + 1) % 10; end;
ltl "zero again" [] <> {n = 0};
