-- why: three distinguishable senders fill a multiset of their names; permutation and order both go.
-- options: --deadlock off
-- expect: verdict=holds states=40 rules=39 depth=3
-- expect-exact: states=7 rules=12
type who: scalarset(3);
var m: multiset [3] of who;
startstate begin undefine m; end;
ruleset w: who do rule multisetcount(i: m, true) < 3 ==> begin multisetadd(w, m); end; end;
