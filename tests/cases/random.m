-- why: random walks find an error, and are never complete.
-- options: --search random --seed 7 --walks 20 --max-depth 50
-- runs: once
-- expect: verdict=violated kind=invariant
var n: 0..9;
startstate begin n := 0; end;
rule "up" n < 9 ==> begin n := n + 1; end;
rule "down" n > 0 ==> begin n := n - 1; end;
invariant n < 4;
