-- For the tests of replay and step.
type S: scalarset(3);
var x: S; a: array[S] of boolean; m: multiset[2] of S;
startstate begin for s: S do a[s] := false; end; end;
ruleset s: S do rule "set" !a[s] ==> begin a[s] := true; x := s; if multisetcount(i: m, true) < 2 then multisetadd(s, m); end; end; end;
choose i: m do rule "drop" begin put m[i]; multisetremove(i, m); end; end;
cover "two" exists s: S do exists t: S do s != t & a[s] & a[t] end end & multisetcount(i: m, true) = 1;
ruleset s: S do invariant "some" !(a[s] & multisetcount(i: m, m[i] = s) = 1) | exists t: S do !a[t] end; end;
