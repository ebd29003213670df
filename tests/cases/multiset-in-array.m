-- why: an array of multisets indexed by a scalarset of records that name it: a network with symmetry and multiset reduction.
-- options: --deadlock off
-- expect: verdict=holds states=29 rules=84 depth=4
-- expect-exact: states=9 rules=26 depth=2
type node: scalarset(2);
var net: array [node] of multiset [2] of node; count: 0..2;
startstate begin undefine net; count := 0; end;
ruleset a: node; b: node do
  rule "send" count < 2 ==> begin multisetadd(a, net[b]); count := count + 1; end;
end;
ruleset n: node do choose i: net[n] do
  rule "receive" begin multisetremove(i, net[n]); count := count - 1; end;
end; end;
invariant forall n: node do multisetcount(i: net[n], true) <= count end;
