-- why: an invariant whose antecedent never holds is told as vacuous, and a rule that never fires.
-- expect: verdict=holds states=3 rules=3
-- expect-property: empty=vacuous
-- expect-text: Never fired: rule "never"
var n: 0..9;
startstate begin n := 0; end;
rule begin n := (n + 1) % 3; end;
rule "never" n > 5 ==> begin n := 0; end;
invariant "empty" n > 4 -> n = 7;
invariant "not empty" n > 1 -> n = 2;
