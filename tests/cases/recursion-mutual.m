-- why: two routines that call each other; the limit is an option.
-- options: --recursion-limit 7
-- expect: verdict=violated kind=recursion depth=4 place=5:62
var n: 0..9;
function even(k: 0..9): boolean; begin return k = 0 ? true : odd(k - 1); end;
function odd(k: 0..9): boolean; begin return k = 0 ? false : even(k - 1); end;
startstate begin n := 4; end;
rule begin assert even(n) = (n % 2 = 0); n := n + 1; end;
