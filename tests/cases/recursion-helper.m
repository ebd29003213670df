-- why: a call that is no part of a recursion does not count for --recursion-limit, however deep it stands
-- options: --recursion-limit 4
-- expect: verdict=violated kind=recursion depth=2 place=18:29
var n: 0 .. 8;

function Doubled(k: 0 .. 8): 0 .. 8;
begin
  return k * 2 > 8 ? 8 : k * 2;
end;

function Twice(k: 0 .. 8): 0 .. 8;
begin
  return Doubled(Doubled(k));
end;

function Sum(k: 0 .. 8): 0 .. 8;
begin
  return k = 0 ? Twice(0) : Sum(k - 1);
end;

startstate begin n := 3; end;

rule n = 3 ==> begin n := Sum(n) + 4; end;
rule n = 4 ==> begin n := Sum(n) + 5; end;
