-- why: what a round leaves in a local variable is read by the next one.
-- options: --deadlock off
-- expect: verdict=violated states=5 rules=6 depth=2 kind=invariant place=15:1
-- expect-warning: 11:26 scalarset `S` is not shown symmetric: one round of the loop over `S` may write `t` and another read it, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of boolean;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> var t: boolean; begin
  t := false;
  for i: S do n[i] := t; t := mark[i]; end;
  for i: S do if mark[i] then n[i] := t; end; end;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & n[i] end;
