-- why: the remainder of a division by zero, in an invariant.
-- expect: verdict=violated kind=division depth=2 place=6:11
var n: 0..2;
startstate begin n := 2; end;
rule n > 0 ==> begin n := n - 1; end;
invariant 2 % n < 2;
