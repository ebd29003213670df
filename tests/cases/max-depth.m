-- why: a bounded search that finds nothing is incomplete.
-- options: --max-depth 3
-- expect: verdict=incomplete reason=depth states=4
var n: 0..9;
startstate begin n := 0; end;
rule begin n := (n + 1) % 10; end;
