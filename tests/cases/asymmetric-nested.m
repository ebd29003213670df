-- why: the order shows within two loops, through a function.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:48 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `s`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: S;
function differ(a: S; b: S): boolean; begin return a != b; end;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do for j: S do if differ(i, j) then s := j; end; end; end;
  done := true;
end;
invariant "order" done -> !mark[s];
