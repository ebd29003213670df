-- why: for over a type, between constants with a step, downwards, and between bounds known only when it runs.
-- expect: verdict=holds states=5 rules=5 depth=4
type colour: enum { Red, Green, Blue }; index: 2..4;
var n: 0..3; sum, product, down, types, dynamic, backwards: 0..9999; last: colour;
startstate begin n := 0; sum := 0; product := 0; down := 0; types := 0; dynamic := 0; backwards := 0; last := Red; end;
rule
  var low: 0..9; high: 0..9;
begin
  sum := 0; for i := 0 to 9 by 3 do sum := sum + i; end;
  product := 1; for i := 1 to 4 do product := product * i; endfor;
  down := 0; for i := 9 to 0 by -4 do down := down * 10 + i; end;
  types := 0; for i: index do types := types * 10 + i; end;
  for c: colour do last := c; end;
  low := n; high := 3;
  dynamic := 0; for i := low to high do dynamic := dynamic * 10 + i; low := 9; end;
  backwards := 0; for i := high to n do backwards := backwards * 10 + i; end;
  n := (n + 1) % 4;
end;
invariant "sums" sum = 0 & product = 0 & n = 0 | sum = 18 & product = 24 & down = 951 & types = 234 & last = Blue;
invariant "bounds are read once" n = 1 -> dynamic = 123;
invariant "from more to less" (n = 1 -> backwards = 3210) & (n = 2 -> backwards = 321) & (n = 3 -> backwards = 32);
