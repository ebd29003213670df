-- The lock without a test: mutual exclusion fails, and the counter's bound.
type pid: scalarset(2); state: enum { idle, waiting, busy };
var p: array [pid] of state; n: 0..3;
startstate "Init" begin for i: pid do p[i] := idle; end; n := 0; end;
ruleset i: pid do
  rule "Want" p[i] = idle & n < 3 ==> p[i] := waiting; end;
  rule "Take" p[i] = waiting ==> p[i] := busy; n := n + 1; end;
  rule "Leave" p[i] = busy ==> p[i] := idle; end;
end;
invariant "Mutual exclusion" forall i: pid do forall j: pid do i != j -> !(p[i] = busy & p[j] = busy) end end;
invariant "Few" n < 3;
