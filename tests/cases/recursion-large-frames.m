-- why: where routines that are not recursive have frames of more than 1 MiB, their calls count too
-- options: --recursion-limit 1
-- expect: verdict=violated kind=recursion depth=1 place=17:10
type big: array [1 .. 200000] of 0 .. 1000000000000;

var n: 0 .. 3;

function Inner(k: 0 .. 3): 0 .. 3;
var b: big;
begin
  b[k + 1] := k;
  return k;
end;

function Outer(k: 0 .. 3): 0 .. 3;
begin
  return Inner(k);
end;

startstate begin n := 0; end;

rule begin n := Outer(n); end;
