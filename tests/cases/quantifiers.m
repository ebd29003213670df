-- why: forall and exists over types and over ranges, empty results, nesting, steps.
-- expect: verdict=holds states=1 rules=1
-- options: --deadlock off
type t: enum { A, B, C };
var a: array [t] of 0..3; n: 0..9;
startstate begin a[A] := 0; a[B] := 2; a[C] := 3; n := 4; end;
rule begin
  assert forall x: t do exists y: t do a[x] <= a[y] end end;
  assert !(exists x: t do a[x] = 1 end);
  assert forall i := 0 to n by 2 do i % 2 = 0 end;
  assert !(forall i := n to 0 do i % 2 = 0 end);
  assert exists i := 9 to 1 by -4 do i = n + 1 end;
  assert (forall b: boolean do b | !b end) & (exists i: 5..5 do i = 5 end);
end;
