-- why: walks that find nothing are no proof.
-- options: --search random --seed 7 --walks 5 --max-depth 20
-- runs: once
-- expect: verdict=incomplete reason=sampled
var n: 0..3;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; end;
