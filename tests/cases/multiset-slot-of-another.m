-- why: a place in one multiset used in another of the same type, where it stands for no element; were it read, what is found would hang on the order of slots.
-- options: --deadlock off --warn error
-- expect: verdict=violated kind=multiset depth=1 place=9:28
-- expect-text: b[i] is used, where i stands for an element of another multiset
type pair: multiset [2] of 0..2;
var a, b: pair;
startstate begin multisetadd(2, a); multisetadd(1, a); multisetadd(1, b); multisetadd(2, b); end;
choose i: a do
  rule begin assert a[i] + b[i] != 3; end;
end;
