-- why: a liveness property in a choose follows a slot from state to state; sorted, slot 0 would hold a newcomer where the element 2 stays for ever in another one, and the property would hold.
-- options: --deadlock off
-- expect: verdict=violated kind=liveness depth=0 states=2 rules=2
-- expect-warning: 9:8 the order of a multiset's slots can matter here, for `i`: a liveness property follows it from state to state
var m: multiset [2] of 0..2;
startstate begin multisetadd(2, m); end;
rule "come" multisetcount(e: m, true) = 1 ==> begin multisetadd(0, m); end;
choose i: m do rule "go" m[i] = 0 ==> begin multisetremove(i, m); end; end;
choose i: m do liveness "small" m[i] = 0; end;
