-- why: a shift by 64 or more.
-- expect: verdict=violated kind=shift depth=64 place=5:39
var n: 0..100;
startstate begin n := 0; end;
rule begin n := n + 1; assert n < 0 | (1 >> n) = 0; end;
