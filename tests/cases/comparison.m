-- why: arrays and records compare leaf by leaf, undefined ones too; enums, scalarsets and booleans by value.
-- expect: verdict=holds states=1 rules=1
-- options: --deadlock off
type s: scalarset(3); e: enum { A, B }; r: record x: e; y: array [s] of boolean; end;
var p, q: r; t: s; b: boolean; m: array [e] of r;
startstate begin b := true; p.x := A; q.x := A; end;
rule begin
  assert p = q;
  for i: s do p.y[i] := true; end;
  assert p != q & p.y != q.y;
  for i: s do q.y[i] := b; end;
  assert p = q & p.y = q.y & (b ? p : q) = q;
  q.x := B;
  assert !(p = q) & p.x != q.x & (p.x = A) = b & (b != (p.x = B));
  m[A] := p; m[B] := q;
  assert m[A] = p & m[B] != m[A];
  q := p; undefine m; undefine p; undefine q; p.x := A; q.x := A;
end;
