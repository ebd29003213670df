-- why: calls with the wrong arguments; a procedure's value; a value by reference.
-- expect-error: 9:17 `f` takes 1 argument, not 2
-- expect-error: 10:17 `q` is a procedure: it has no value
-- expect-error: 11:14 this is a value; it cannot be passed by reference
var n: 0..3;
function f(k: 0..3): 0..3; begin return k; end;
procedure q(var k: 0..3); begin k := 1; end;
startstate begin n := 0; end;
rule begin n := f(1, 2); end;
rule begin n := q(n); end;
rule begin q(n + 1); end;
