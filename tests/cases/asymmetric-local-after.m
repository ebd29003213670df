-- why: what a loop leaves in a local variable is read after it.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:8 scalarset `S` is not shown symmetric: `t` may hold what the last round of a loop over `S` wrote
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: S;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> var t: S; begin
  for i: S do t := i; end;
  s := t;
  done := true;
end;
invariant "order" done -> !mark[s];
