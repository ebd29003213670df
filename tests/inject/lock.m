-- Two processes and a lock; everything holds.
type pid: scalarset(2); state: enum { idle, waiting, busy };
var p: array [pid] of state; free: boolean;
startstate "Init" begin for i: pid do p[i] := idle; end; free := true; end;
ruleset i: pid do
  rule "Want" p[i] = idle ==> p[i] := waiting; end;
  rule "Take" p[i] = waiting & free ==> p[i] := busy; free := false; end;
  rule "Leave" p[i] = busy ==> p[i] := idle; free := true; end;
end;
cover "inside" exists i: pid do p[i] = busy end;
invariant "Mutual exclusion" forall i: pid do forall j: pid do i != j -> !(p[i] = busy & p[j] = busy) end end;
