-- why: an assume that fails in one round hides the fault of another.
-- options: --deadlock off
-- expect: verdict=violated states=4 rules=5 depth=2 kind=assert place=10:32
-- expect-warning: 10:15 scalarset `S` is not shown symmetric: an assume in the loop over `S` may fail before another round does
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do assume !mark[i]; assert "never" mark[i]; end;
  done := true;
end;
invariant "order" done -> true;
