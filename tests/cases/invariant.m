-- why: the first in source order of two invariants that fail at the same depth.
-- expect: verdict=violated kind=invariant name="second" depth=2
-- expect-trace: startstate 1; to; to
-- expect-property: first=incomplete
-- expect-property: third=violated
var n: 0..9;
startstate begin n := 0; end;
invariant "first" n < 5;
rule "to" begin n := n + 1; end;
rule "from" n > 0 ==> begin n := n - 1; end;
invariant "second" n < 2;
invariant "third" n != 2;
