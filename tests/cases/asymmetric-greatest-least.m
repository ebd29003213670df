-- why: to keep the greatest of one thing and the least of another takes an order.
-- options: --deadlock off
-- expect: verdict=violated states=6 rules=6 depth=2 kind=invariant place=13:1
-- expect-warning: 10:35 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `g`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; high, low: array [S] of 0..2; g: 0..2;
startstate begin for i: S do mark[i] := false; high[i] := 0; low[i] := 1; end; done := false; g := 0; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; high[p] := 2; low[p] := 2; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do if high[i] > g then g := high[i]; end; if low[i] < g then g := low[i]; end; end;
  done := true;
end;
invariant "order" done -> g = 1;
