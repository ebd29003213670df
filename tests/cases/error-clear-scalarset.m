-- why: clear gives the least value, and a scalarset has none; nor has what holds one, but for a multiset, which it empties.
-- expect-error: 19:15 `clear` gives the least value, but the elements of a scalarset have no order
-- expect-error: 19:24 `clear` gives the least value, but this holds elements of scalarset `S`, which have no order
-- expect-error: 19:33 `clear` gives the least value, but this holds elements of scalarset `S`, which have no order
-- expect-error: 19:42 `clear` gives the least value, but this holds elements of scalarset `S`, which have no order
-- expect-error: 19:51 `clear` gives the least value, but this holds elements of scalarset `S`, which have no order
-- rumur: it clears to the first element
type
  S: scalarset(3);
  E: enum {e};
  U: union {E, S};
  R: record n: 0..3; u: U; end;
var s: S; u: U; r: R; a: array [0..1] of R; b: array [S] of S; m: multiset [2] of S; n: array [S] of 0..3;
startstate begin
  clear m;
  clear n;
end;
rule "wrong"
        begin clear s; clear u; clear r; clear a; clear b; end;
