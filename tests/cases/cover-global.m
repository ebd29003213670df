-- why: a cover that some reachable state satisfies; one firing of a rule is not enough.
-- expect: verdict=holds states=4 rules=4
-- expect-property: three=met
var n: 0..3;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; end;
cover "three" n = 3;
