-- why: a union joins enums and scalarsets, nothing else.
-- expect-error: 4:20 a union joins enums and scalarsets; this is n
type e: enum { A, B }; n: 0..3;
type u: union { e, n };
var x: e;
startstate begin x := A; end;
