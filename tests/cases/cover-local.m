-- why: covers in rules, functions and start states, met by some firing.
-- expect: verdict=holds states=4 rules=4
-- expect-property: wraps=met
-- expect-property: called with 2=met
-- expect-property: begins=met
var n: 0..3;
function next(k: 0..3): 0..3; begin cover "called with 2" k = 2; return (k + 1) % 4; end;
startstate begin n := 0; cover "begins" n = 0; end;
rule begin n := next(n); cover "wraps" n = 0; end;
