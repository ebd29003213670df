-- why: a function that ends without a value; the place is the function.
-- expect: verdict=violated kind=return depth=2 place=4:10
var n: 0..9;
function f(k: 0..9): 0..9; begin if k < 1 then return k + 1; end; end;
startstate begin n := 0; end;
rule begin n := f(n); end;
