-- why: a rule that changes nothing holds back one that would, and so the state is a deadlock, as in CMurphi.
-- options: --dialect cmurphi
-- expect: verdict=violated kind=deadlock depth=1 states=1 rules=1
var n: 0..3;
startstate begin n := 0; end;
rule 1 "idle" n = 1 ==> begin n := 1; end;
rule 2 "move" n < 3 ==> begin n := n + 1; end;
