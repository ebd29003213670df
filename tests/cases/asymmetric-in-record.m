-- why: a field of a record is written by one element after another.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:15 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `r`, so their order shows
type S: scalarset(3);
  R: record n: 0..1; s: S; end;
var mark: array [S] of boolean; done: boolean; r: R;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do r.s := i; end;
  done := true;
end;
invariant "order" done -> !mark[r.s];
