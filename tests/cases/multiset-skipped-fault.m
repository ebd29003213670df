-- why: of two elements that are asked one faults in a way that is skipped, so that the firing is dropped, and the other in one that is not: the order of slots decides, and so they are not sorted then.
-- options: --deadlock off --skip "division at 9:9"
-- expect: verdict=violated kind=index depth=1 place=9:27
var m: multiset [2] of 0..5; a: array [1..2] of boolean; n: 0..2;
startstate begin clear a; multisetadd(5, m); multisetadd(0, m); n := 0; end;
rule "ask" n = 0 ==>
begin
  n := multisetcount(e: m,
        1 / m[e] >= 0 & a[m[e]]);
end;
