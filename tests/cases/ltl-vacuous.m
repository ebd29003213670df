-- why: a formula that says what follows on something, which never comes, is told as vacuous; one about what comes is not
-- options: --deadlock off
-- expect: verdict=holds states=3 rules=2
-- expect-property: never=vacuous
-- expect-property: of one=holds
-- expect-property: both=vacuous
-- expect-text: Vacuous: LTL property "never"
var n: 0..2;
startstate begin n := 0; end;
fair rule "up" n < 2 ==> begin n := n + 1; end;
leadsto "never" {n > 2} {n = 0};
ruleset i: 1..5 do leadsto "of one" {n = i} {n = 2}; end;
ltl "both" [] ({n = 2} & !{n > 0} -> false);
ltl "fires" [] (fires("up") -> X {n > 0});
