-- why: an unmet cover is found when all has been visited, so what never fired or held is told as well.
-- expect: verdict=violated kind=cover depth=0 place=9:1 states=3 rules=4
-- expect-text: Never fired: rule "never"
-- expect-text: Vacuous: invariant "vacuous"
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 2 ==> begin x := x + 1; end;
rule "never" x = 3 ==> begin x := 0; end;
cover "unmet" x = 3;
rule "down" x > 0 ==> begin x := 0; end;
invariant "vacuous" x = 3 -> x != 3;
