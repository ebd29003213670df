-- why: a multiset of at most two of three values, which is a choice of 0, 1 or 2 of them with repetition: 1 + 3 + 6 states; without reduction the slots count: 16. sorted-array.m is the same model without a multiset.
-- options: --deadlock off
-- expect: verdict=holds states=16 rules=45 depth=3
-- expect-exact: states=10 rules=27 depth=2
type value: 0..2;
var m: multiset [2] of value;
startstate begin undefine m; end;
ruleset v: value do
  rule "add" multisetcount(i: m, true) < 2 ==> begin multisetadd(v, m); end;
end;
choose i: m do
  rule "remove" begin multisetremove(i, m); end;
end;
