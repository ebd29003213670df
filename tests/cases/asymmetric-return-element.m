-- why: a function returns the first element that its loop meets.
-- options: --deadlock off
-- expect: verdict=violated states=5 rules=6 depth=2 kind=invariant place=15:1
-- expect-warning: 8:10 function `any` can end without returning a value
-- expect-warning: 8:38 scalarset `S` is not shown symmetric: which value the loop over `S` returns hangs on the order of its rounds
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: S;
function any(): S; begin for i: S do return i; end; end;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  s := any();
  done := true;
end;
invariant "order" done -> mark[s];
