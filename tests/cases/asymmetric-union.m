-- why: a loop over a union takes the elements of the scalarset in it in an order.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=14:1
-- expect-warning: 11:33 scalarset `S` is not shown symmetric: rounds of the loop over `U` may write different things to `u`, so their order shows
type S: scalarset(3);
  E: enum {none}; U: union {E, S};
var mark: array [S] of boolean; done: boolean; u: U;
startstate begin for i: S do mark[i] := false; end; done := false; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for v: U do if v != none then u := v; end; end;
  done := true;
end;
invariant "order" done -> exists i: S do mark[i] & u != i end;
