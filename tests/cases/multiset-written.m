-- why: the fields of a chosen element may be written; the multiset is sorted again after it.
-- expect: verdict=holds states=16 rules=32 depth=6
-- expect-exact: states=10 rules=20
var m: multiset [2] of record n: 0..3; end;
startstate
  var e: record n: 0..3; end;
begin e.n := 0; multisetadd(e, m); multisetadd(e, m); end;
choose i: m do rule "turn" begin m[i].n := (m[i].n + 1) % 4; end; end;
