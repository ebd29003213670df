-- why: a loop over a scalarset numbers its elements.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:26 scalarset `S` is not shown symmetric: one round of the loop over `S` may write `c` and another read it, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of 0..2; c: 0..3;
startstate begin for i: S do mark[i] := false; end; done := false; c := 0; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do n[i] := c; c := c + 1; end; c := 0;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & n[i] != 0 end;
