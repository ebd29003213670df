-- why: an element that is no longer there cannot be removed.
-- expect: verdict=violated kind=multiset depth=1 place=7:53
-- expect-trace: startstate 1; take i=0
var m: multiset [2] of boolean;
startstate begin multisetadd(true, m); end;
choose i: m do
  rule "take" begin multisetremovepred(j: m, m[j]); multisetremove(i, m); end;
end;
