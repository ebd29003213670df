-- why: a guard or a property that changes the state, through a routine that it calls, is refused.
-- expect-error: 7:6 a guard must not change the state, but `g` does
-- expect-error: 8:11 a property must not change the state, but `g` does
var n: 0..3;
function g(): boolean; begin n := 1; return true; end;
startstate begin n := 0; end;
rule g() ==> begin n := 2; end;
invariant g();
