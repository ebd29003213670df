-- why: a loop moves what an array holds from element to element.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:42 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `s`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; s: array [S] of S;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; for i: S do s[i] := i; end; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do for j: S do if i != j then s[i] := s[j]; end; end; end;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & s[i] != i end;
