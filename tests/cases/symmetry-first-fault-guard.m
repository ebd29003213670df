-- why: the same where a guard has the loop: the state's own fault is the violation.
-- options: --deadlock off
-- expect: verdict=violated states=1 rules=3 depth=1 kind=undefined place=11:76
-- expect-warning: 6:48 variable `n` is read and never written: it is always undefined
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of 0..3; z: 0..9;
startstate begin for i: S do mark[i] := false; end; done := false; z := 0; end;
ruleset p: S do
  rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end;
end;
rule "loop" !done & exists i: S do mark[i] end & forall i: S do (mark[i] ? n[i] = 1 : 1 / z = 1) end ==> begin
  done := true;
end;
