-- why: a firing that fails an assumption in its body never happened; here that makes a deadlock.
-- expect: verdict=violated kind=deadlock depth=2 states=2 rules=2
var n: 0..9;
startstate begin n := 0; end;
rule begin n := n + 1; assume n <= 2; end;
