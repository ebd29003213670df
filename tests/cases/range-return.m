-- why: a returned value outside the function's result type; the place is the value.
-- rumur: it hands on what a function returns, unchecked
-- expect: verdict=violated kind=range depth=1 place=5:45
var n: 0..9;
function twice(k: 0..9): 0..9; begin return k * 2; end;
startstate begin n := 7; end;
rule begin n := twice(n) % 10; end;
