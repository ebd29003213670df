-- why: with --deadlock stuck an enabled rule that changes nothing will do.
-- options: --deadlock stuck
-- expect: verdict=holds states=3 rules=4 depth=2
var n: 0..2;
startstate begin n := 0; end;
rule "up" n < 2 ==> begin n := n + 1; end;
rule "stay" n >= 1 ==> begin n := n; end;
