-- why: a place in one multiset used in another of the same type, where it tells no element; such a model is searched without multiset reduction, which would find nothing.
-- options: --deadlock off
-- expect: verdict=violated kind=assert depth=1 place=10:5
-- expect-warning: 10:21 the order of a multiset's slots can matter here, for `i`: it stands for an element of another multiset, or may do so
type pair: multiset [2] of 0..2;
var a, b: pair;
startstate begin multisetadd(2, a); multisetadd(1, a); multisetadd(1, b); multisetadd(2, b); end;
choose i: a do
  rule "compare" begin
    assert a[i] + b[i] != 3;
  end;
end;
