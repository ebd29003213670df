-- why: choose within choose, of the same multiset: each pair of places, equal ones included; places compare.
-- options: --deadlock off
-- expect: verdict=holds states=2 rules=9 depth=1
var m: multiset [3] of 0..5; done: boolean;
startstate begin multisetadd(1, m); multisetadd(2, m); multisetadd(2, m); done := false; end;
choose i: m do choose j: m do
  rule !done & i != j & m[i] + m[j] = 3 ==> begin done := true; undefine m; end;
end; end;
ruleset k: 0..0 do choose i: m do rule begin assert multisetcount(j: m, m[j] = m[i]) = m[i]; end; end; end;
rule begin assert done | multisetcount(i: m, m[i] = 2) = 2; end;
