-- why: a return leaves a loop before other rounds have had their effect.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 7:53 scalarset `S` is not shown symmetric: a return leaves the loop over `S` while other rounds may have had an effect
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of boolean;
procedure fill(); begin for i: S do if mark[i] then return; end; n[i] := true; end; end;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  fill();
  done := true;
end;
invariant "order" done -> exists i: S do !isundefined(n[i]) end;
