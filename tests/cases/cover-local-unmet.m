-- why: a cover in a rule that no firing meets.
-- expect: verdict=violated kind=cover name="skips" states=4 rules=4
var n: 0..3;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; cover "wraps" n = 0; cover "skips" n = 1 & false; end;
