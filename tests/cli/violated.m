-- The lock without a test: mutual exclusion fails after four rules.  A rule
-- that never fires, a cover that is never met and an assertion go with it.
type pid: scalarset(2); state: enum { idle, waiting, busy };
var p: array [pid] of state; n: 0..9;
startstate "Init" begin for i: pid do p[i] := idle; end; n := 0; end;
ruleset i: pid do
  rule "Want" p[i] = idle ==> p[i] := waiting; end;
  rule "Take" p[i] = waiting ==> p[i] := busy; n := n + 1; put "taken "; put n; put "\n"; end;
  rule "Leave" p[i] = busy ==> p[i] := idle; end;
end;
rule "Never" n = 9 & forall i: pid do p[i] = idle end & n = 8 ==> n := 0; end;
invariant "Mutual exclusion" forall i: pid do forall j: pid do i != j -> !(p[i] = busy & p[j] = busy) end end;
invariant "Few" n < 3;
