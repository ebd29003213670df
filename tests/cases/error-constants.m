-- why: constants that are none, ranges that are empty, types too large, cycles.
-- expect-error: 8:10 the definition of `b` leads back to itself
-- expect-error: 9:13 the range 5..4 is empty
-- expect-error: 10:22 a scalarset has from 1 to 65535 elements, not 0
-- expect-error: 11:20 this divides by zero
const a: 5;
const b: c;
const c: b;
type empty: 5..4;
type none: scalarset(0);
var x: 0..3; y: 0..(1 / 0);
startstate begin x := 0; end;
