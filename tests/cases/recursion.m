-- why: a call that recurses without end.
-- rumur: its checker overflows its stack
-- expect: verdict=violated kind=recursion depth=1
var n: 0..3;
function f(k: 0..3): 0..3; begin return f((k + 1) % 4); end;
startstate begin n := 0; end;
rule begin n := f(n); end;
