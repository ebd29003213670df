-- why: of an assumption over the elements one instance is false and another cannot be evaluated: the state is refused, whatever the order of slots.
-- options: --deadlock off
-- expect: verdict=holds states=2 rules=3
var m: multiset [2] of 0..3; n: 0..2;
startstate begin multisetadd(1, m); n := 0; end;
rule "one" n = 0 ==> begin n := 1; multisetadd(0, m); undefine m; multisetadd(0, m); multisetadd(3, m); end;
rule "other" n = 0 ==> begin n := 1; undefine m; multisetadd(3, m); multisetadd(0, m); end;
rule "well" n = 0 ==> begin n := 2; end;
choose i: m do assume 6 / m[i] > 2; end;
