-- A bag of at most 3 of 3 values: C(6, 3) = 20 states.
const N: 3;
type
  value: enum {red, green, blue};
var
  bag: multiset [N] of value;

startstate begin end;

ruleset v: value do
  rule "add" multisetcount(i: bag, true) < N ==>
  begin multisetadd(v, bag); end;
end;

choose i: bag do
  rule "remove"
  begin multisetremove(i, bag); end;
  invariant multisetcount(k: bag, bag[k] = bag[i]) >= 1;
end;

cover multisetcount(i: bag, bag[i] = blue) = 3;
