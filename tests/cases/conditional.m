-- why: `?:` evaluates one branch, nests to the right, and gives values of every type.
-- expect: verdict=holds states=3 rules=3 depth=2
type e: enum { A, B, C }; r: record n: 0..3; c: e; end;
var x: e; p, q: r;
startstate begin x := A; p.n := 1; p.c := A; q.n := 2; q.c := B; end;
rule begin
  x := x = A ? B : x = B ? C : A;
  p := x = A ? p : (x = B ? p : p);
  assert (x = A ? 1 : x = B ? 2 : 3) = (x = A ? p.n : x = B ? q.n : 3);
end;
