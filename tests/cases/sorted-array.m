-- why: multiset-counts.m with the multiset written as a sorted array, so that other tools can count it: as many states; removals of equal elements fire twice there too.
-- options: --deadlock off
-- expect: verdict=holds states=10 rules=27 depth=2
type value: 0..2; slot: 0..1;
var a: array [slot] of value; n: 0..2;
procedure sort();
  var keep: value;
begin
  if n = 2 & a[0] > a[1] then keep := a[0]; a[0] := a[1]; a[1] := keep; end;
end;
startstate begin undefine a; n := 0; end;
ruleset v: value do
  rule "add" n < 2 ==> begin a[n] := v; n := n + 1; sort(); end;
end;
ruleset i: slot do
  rule "remove" i < n ==> begin if i = 0 & n = 2 then a[0] := a[1]; end; n := n - 1; undefine a[n]; end;
end;
