-- why: whether an element that is gone is undefined cannot be asked either.
-- options: --deadlock off
-- expect: verdict=violated kind=multiset depth=1 place=8:24
var m: multiset [2] of 1..2;
startstate begin multisetadd(1, m); end;
choose i: m do
  rule "take" begin multisetremove(i, m);
    assert isundefined(m[i]); end;
end;
