-- why: division by zero.
-- expect: verdict=violated kind=division depth=3 place=5:21
var n: 0..2;
startstate begin n := 2; end;
rule begin n := n - n / n; end;
