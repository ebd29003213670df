-- why: an argument outside the type of a parameter by value; the place is the argument.
-- expect: verdict=violated kind=range depth=2 place=6:32
var n: 0..9;
function half(k: 0..5): 0..5; begin return k / 2; end;
startstate begin n := 4; end;
rule begin n := half(0) + half(n + 1) * 3; end;
