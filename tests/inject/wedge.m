-- Whoever enters twice can never leave: a liveness property fails.
type pid: scalarset(2);
var at: array [pid] of 0..2;
startstate "Init" begin for i: pid do at[i] := 0; end; end;
ruleset i: pid do
  rule "Enter" at[i] < 2 ==> at[i] := at[i] + 1; end;
  rule "Leave" at[i] = 1 ==> at[i] := 0; end;
  liveness "outside again" at[i] = 0;
end;
rule "Turn" forall i: pid do at[i] = 2 end ==> for i: pid do at[i] := 2; end; end;
