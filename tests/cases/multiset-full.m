-- why: adding to a full multiset is a violation; the place is the statement.
-- expect: verdict=violated kind=multiset depth=3 place=6:18
-- expect-trace: startstate 1; add; add; add
var m: multiset [2] of boolean;
startstate begin undefine m; end;
rule "add" begin multisetadd(true, m); end;
