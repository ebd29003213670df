-- why: a multiset has no order, so a loop may fill it with one element after another.
-- options: --deadlock off
-- expect: verdict=holds states=27 rules=51 depth=9
-- expect-exact: states=10 rules=22
type S: scalarset(3);
var net: multiset [3] of S; x: array [S] of boolean;
startstate begin for i: S do x[i] := false; end; end;
ruleset p: S do rule "all" multisetcount(e: net, true) = 0 ==> begin x[p] := !x[p]; for i: S do if x[i] then multisetadd(i, net); end; end; end; end;
choose e: net do rule "take" begin multisetremove(e, net); end; end;
invariant "few" multisetcount(e: net, x[net[e]]) = multisetcount(e: net, true);
