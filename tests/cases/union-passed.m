-- why: a part's value passed where the union is taken, by value, returned, compared, and held in a record.
-- options: --deadlock off
-- expect: verdict=holds states=4 rules=6
-- expect-exact: states=2 rules=4
type s: scalarset(3); e: enum { A, B }; u: union { s, e }; r: record x: u; end;
var p: r;
function same(a: u; b: u): boolean; begin return a = b; end;
function pick(i: s; first: boolean): u; begin if first then return i; end; return B; end;
startstate begin p.x := A; end;
ruleset i: s do
  rule p.x = A ==> begin p.x := pick(i, true); assert same(p.x, i) & p.x = i & i = p.x & !same(A, p.x); assert same(pick(i, false), B); end;
end;
rule !(p.x = A) ==> begin assert ismember(p.x, s) & !ismember(p.x, e); end;
