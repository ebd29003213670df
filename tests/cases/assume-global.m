-- why: a firing whose target fails an assumption counts as fired; the target does not count, and leaves no deadlock.
-- expect: verdict=holds states=3 rules=3 depth=2
var n: 0..9;
startstate begin n := 0; end;
rule begin n := n + 1; end;
assume "at most 2" n <= 2;
