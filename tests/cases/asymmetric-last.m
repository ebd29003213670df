-- why: the last element that a loop over a scalarset takes is stored.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:15 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `s`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: S;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do s := i; end;
  done := true;
end;
invariant "order" done -> !mark[s];
