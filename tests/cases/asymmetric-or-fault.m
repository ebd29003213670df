-- why: or in a variable: what comes to the right of it is asked only while it is false.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=undefined place=12:36
-- expect-warning: 7:48 variable `q` is read and never written: it is always undefined
-- expect-warning: 12:15 scalarset `S` is not shown symmetric: in the loop over `S` one round may decide `b`, and what another would ask may fail
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; q: array [S] of boolean; b: boolean;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  b := false;
  for i: S do b := b | (!mark[i] | q[i]); end;
  done := true;
end;
invariant "order" done -> true;
