-- why: a shift by a negative number is a violation here; Rumur shifts the other way.
-- expect: verdict=violated kind=shift depth=3 place=5:17
var n: -2..2;
startstate begin n := 1; end;
rule begin n := (1 << n) - 2; end;
