-- why: a forall whose body can fail asks every element.
-- options: --deadlock off
-- expect: verdict=violated states=4 rules=6 depth=2 kind=undefined place=11:31
-- expect-exact: states=2 rules=4
-- expect-warning: 7:48 variable `q` is read and never written: it is always undefined
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; q: array [S] of boolean;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  if forall i: S do mark[i] & q[i] end then done := true; end;
  done := true;
end;
invariant "order" done -> true;
