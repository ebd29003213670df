-- why: in a state of many words, a step is progress also where no multiset is reduced: no state but the last is a deadlock.
-- expect: verdict=violated kind=deadlock depth=5
var
  ballast: array [0 .. 199] of 0..1000000;
  m: multiset [3] of 1..2;
startstate begin
  for i: 0 .. 199 do ballast[i] := i; end;
  multisetadd(1, m); multisetadd(2, m);
end;
rule "count on" ballast[0] < 4 ==> begin ballast[0] := ballast[0] + 1; end;
choose i: m do
  rule "take out" m[i] = 2 & ballast[0] = 4 ==> begin multisetremove(i, m); end;
end;
