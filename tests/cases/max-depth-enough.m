-- why: a depth bound that all states lie within does not make the search incomplete.
-- options: --max-depth 10
-- expect: verdict=holds states=10 rules=10
var n: 0..9;
startstate begin n := 0; end;
rule begin n := (n + 1) % 10; end;
