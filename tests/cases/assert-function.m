-- why: an assertion in a function that a guard calls lies in the state.
-- expect: verdict=violated kind=assert depth=2
-- expect-trace: startstate 1; up; up
var n: 0..9;
function small(k: 0..9): boolean; begin assert k < 2 "too large"; return k < 5; end;
startstate begin n := 0; end;
rule "up" small(n) ==> begin n := n + 1; end;
