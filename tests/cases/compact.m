-- why: a store that keeps hashes only never says holds.
-- options: --store compact
-- runs: once
-- expect: verdict=incomplete reason=lossy states=4 rules=4
var n: 0..3;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; end;
