-- why: --skip takes a known violation away, so that the next is found.
-- options: --skip "one"
-- expect: verdict=violated kind=invariant name="two" depth=3
-- expect-property: one=skipped
var n: 0..9;
startstate begin n := 0; end;
rule begin n := n + 1; end;
invariant "one" n < 2;
invariant "two" n < 3;
