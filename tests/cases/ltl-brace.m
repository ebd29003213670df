-- why: an arrow inside a condition is the language's own: what stands there must be a condition
-- expect-error: 5:22 expected an expression
var x: 0..1;
startstate begin x := 0; end;
ltl "b" <> {x = 1 -> [] {x = 0};
