-- flatten: --multiset-reduction off
-- The same slot by slot: free slots appear anywhere, (3 + 1)^3 = 64 states.
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
