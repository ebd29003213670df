-- why: constants, enum members, by-value parameters and properties cannot be written to.
-- expect-error: 9:12 `N` is a constant, and cannot be assigned to
-- expect-error: 10:12 `A` is an enum's member, and cannot be assigned to
-- expect-error: 11:37 `k` is a parameter passed by value, and cannot be assigned to
const N: 3;
type e: enum { A, B };
var n: 0..3;
startstate begin n := 0; end;
rule begin N := 4; end;
rule begin A := B; end;
procedure f(k: 0..3); begin n := k; k := 1; end;
rule begin f(2); end;
