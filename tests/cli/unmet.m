-- A cover that nothing meets, a vacuous invariant, and a rule that never fires.
var n: 0..3;
startstate begin n := 0; end;
rule "Turn" n := 3 - n; end;
rule "Never" n = 1 ==> n := 2; end;
invariant "Vacuous" n = 1 -> n = 3;
cover "one" n = 1;
