-- why: a rule that takes two elements out and puts them back the other way round changes nothing but the order of slots, and that is no progress: a deadlock, reduced or not.
-- expect: verdict=violated kind=deadlock depth=0
var m: multiset [3] of 1..2;
startstate begin multisetadd(1, m); multisetadd(2, m); end;
choose i: m do choose j: m do
  rule "turn round" m[i] < m[j] ==> begin
    multisetremove(i, m); multisetremove(j, m);
    multisetadd(2, m); multisetadd(1, m);
  end;
end; end;
