-- why: a state whose only enabled rule changes nothing is a deadlock by default, as in CMurphi.
-- expect: verdict=violated kind=deadlock depth=2 states=2 rules=3
-- expect-trace: startstate 1; up; up
var n: 0..2;
startstate begin n := 0; end;
rule "up" n < 2 ==> begin n := n + 1; end;
rule "stay" n >= 1 ==> begin n := n; end;
