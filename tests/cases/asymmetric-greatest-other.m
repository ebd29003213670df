-- why: what is kept is not what was compared: then it hangs on which round comes last.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:33 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `g`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; x: array [S] of 0..2; g: 0..2;
startstate begin for i: S do mark[i] := false; x[i] := 2; end; done := false; g := 0; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do if x[i] >= g then g := mark[i] ? 1 : 2; end; end;
  done := true;
end;
invariant "order" done -> g = 2;
