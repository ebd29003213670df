-- why: operands and assignments of the wrong type.
-- expect-error: 11:23 the value assigned is 0..3; boolean is expected
-- expect-error: 12:15 what follows `if` is a condition and must be boolean; this is 0..3
-- expect-error: 13:17 `<` takes numbers; this is e
-- expect-error: 13:21 `<` takes numbers; this is e
-- expect-error: 14:17 the value assigned is an integer; s is expected
-- expect-error: 15:21 `+` takes numbers; this is boolean
-- expect-error: 16:19 the index is 0..3; e is expected
type e: enum { A, B }; s: scalarset(2);
var b: boolean; n: 0..3; x: e; p: s; a: array [e] of 0..3;
startstate begin b := n; end;
rule begin if n then b := true; end; end;
rule begin b := A < B; end;
rule begin p := 1; end;
rule begin n := n + (b); end;
rule begin n := a[n]; end;
