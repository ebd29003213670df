-- why: a cover that nothing meets is a violation after a complete search, and has no trace.
-- expect: verdict=violated kind=cover name="five" states=4 rules=4
-- expect-property: three=met
-- expect-property: five=unmet
var n: 0..9;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; end;
cover "three" n = 3;
cover "five" n = 5;
