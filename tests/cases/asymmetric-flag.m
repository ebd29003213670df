-- why: the first round of a loop raises a flag that keeps the others from doing the same.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:26 scalarset `S` is not shown symmetric: one round of the loop over `S` may write `f` and another read it, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; x: array [S] of boolean; f: boolean;
startstate begin for i: S do mark[i] := false; end; done := false; f := false; for i: S do x[i] := false; end; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do if !f then f := true; x[i] := true; end; end;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & !x[i] end;
