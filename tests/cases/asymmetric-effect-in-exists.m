-- why: an exists calls a function with an effect, until one decides.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:6 scalarset `S` is not shown symmetric: it stops at the first `i` that decides, and what it calls has an effect
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; x: array [S] of boolean;
function touch(i: S): boolean; begin x[i] := true; return true; end;
startstate begin for i: S do mark[i] := false; end; done := false; for i: S do x[i] := false; end; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  if exists i: S do touch(i) end then end;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & !x[i] end;
