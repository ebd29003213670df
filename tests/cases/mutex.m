-- why: two processes and a lock; symmetry halves the states.
-- expect: verdict=holds states=8 rules=14 depth=3
-- expect-exact: states=5 rules=9
-- expect-property: mutual exclusion=holds
type
  Process: scalarset(2);
var
  free: boolean;
  state: array [Process] of enum { Idle, Waiting, Critical };

startstate begin
  free := true;
  for p: Process do state[p] := Idle; end;
end;

ruleset p: Process do
  rule "want" state[p] = Idle ==> begin state[p] := Waiting; end;
  rule "enter" state[p] = Waiting & free ==> begin state[p] := Critical; free := false; end;
  rule "leave" state[p] = Critical ==> begin state[p] := Idle; free := true; end;
end;

invariant "mutual exclusion"
  forall p: Process do forall q: Process do
    state[p] = Critical & state[q] = Critical -> p = q
  end end;
