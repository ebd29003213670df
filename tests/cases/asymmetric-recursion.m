-- why: a recursive procedure has an effect, for one element after another.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:15 scalarset `S` is not shown symmetric: a recursive routine has an effect, for one element after another
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: S;
procedure keep(e: S; n: 0..1); begin if n = 0 then s := e; else keep(e, n - 1); end; end;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do keep(i, 1); end;
  done := true;
end;
invariant "order" done -> !mark[s];
