-- why: a sum leaves its range in one order of the elements and not in another.
-- options: --deadlock off
-- expect: verdict=violated states=10 rules=12 depth=2 kind=range place=12:20
-- expect-warning: 12:15 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `n`, so their order shows
type S: scalarset(3);
var d: array [S] of -1..1; n: 0..1; done: boolean;
startstate begin for i: S do d[i] := 0; end; n := 0; done := false; end;
ruleset p: S; q: S do
  rule "set" p != q & !done & forall i: S do d[i] = 0 end ==> begin d[p] := 1; d[q] := -1; end;
end;
rule "loop" !done & exists i: S do d[i] = 1 end ==> begin
  for i: S do n := n + d[i]; end;
  done := true;
end;
invariant "in range" done -> n = 0;
