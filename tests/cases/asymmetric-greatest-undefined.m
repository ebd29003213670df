-- why: one round gives a variable its first value, and another fails where it has none.
-- options: --deadlock off
-- expect: verdict=violated states=5 rules=6 depth=2 kind=undefined place=14:14
-- expect-warning: 12:38 scalarset `S` is not shown symmetric: rounds of the loop over `S` may write different things to `g`, so their order shows
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; g: 0..2;
startstate begin for i: S do mark[i] := false; end; done := false; undefine g; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do
    if mark[i] then
      if isundefined(g) | 1 > g then g := 1; end;
    else
      if 1 > g then g := 1; end;
    end;
  end;
  done := true;
end;
invariant "order" done -> g = 1;
