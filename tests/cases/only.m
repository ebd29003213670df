-- why: --only leaves the properties that it names, the assumptions, and nothing else.
-- options: --only "two" --only "three"
-- expect: verdict=holds states=5 rules=5
-- expect-property: one=skipped
-- expect-property: three=holds
-- expect-property: deadlock=skipped
var n: 0..9;
startstate begin n := 0; end;
rule begin n := n + 1; end;
assume n < 5;
invariant "one" n < 2;
invariant "two" n < 9;
invariant "three" n >= 0;
