-- why: a loop that acts for the only element with a property and goes on comes to the next one in its order.
-- options: --deadlock off
-- expect: verdict=violated states=4 rules=4 depth=2 kind=invariant place=18:1
-- expect-warning: 10:7 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `n`, so their order shows
type S: scalarset(2);
var ready: array [S] of boolean; done: boolean; n: 0 .. 3;
procedure TakeAll(); begin
  for c: S do
    if ready[c] & (forall d: S do ready[d] -> d = c end) then
      n := n < 3 ? n + 1 : 3;
      for d: S do ready[d] := d != c & n < 2; end;
    end;
  end;
end;
startstate begin for c: S do ready[c] := false; end; done := false; n := 0; end;
ruleset c: S do rule "ready" !done & (forall d: S do !ready[d] end) ==> begin ready[c] := true; end; end;
rule "take" !done & (exists c: S do ready[c] end) ==> begin TakeAll(); done := true; end;
invariant "order" done -> n != 2;
