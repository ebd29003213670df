-- why: what multisetcount asks of the elements has an effect, so that the order of slots shows; such a model is searched without multiset reduction, which would find nothing.
-- options: --deadlock off
-- expect: verdict=violated kind=assert depth=1 place=14:3
-- expect-warning: 13:28 the order of a multiset's slots can matter here, for `e`: it calls what has an effect, in the order of the elements
var m: multiset [2] of 0..3; last: 0..3; n: 0..2;
function note(x: 0..3): boolean;
begin
  last := x;
  return true;
end;
startstate begin multisetadd(2, m); multisetadd(1, m); last := 0; n := 0; end;
rule "ask" last = 0 ==> begin
  n := multisetcount(e: m, note(m[e]));
  assert last = 2 & n = 2;
end;
