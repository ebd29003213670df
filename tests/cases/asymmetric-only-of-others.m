-- why: a loop that asks another thing of the others than of its own element may act for several.
-- options: --deadlock off
-- expect: verdict=violated states=14 rules=18 depth=4 kind=invariant place=21:1
-- expect-warning: 9:74 scalarset `S` is not shown symmetric: a return leaves the loop over `S` while other rounds may have had an effect
type S: scalarset(3);
var ready, busy: array [S] of boolean; owner, first: S;
function TakeOne(): boolean; begin
  for c: S do
    if ready[c] & (forall d: S do busy[d] -> d = c end) then owner := c; return true; end;
  end;
  return false;
end;
startstate begin for c: S do ready[c] := false; busy[c] := false; end; undefine owner; undefine first; end;
ruleset c: S do
  rule "ready" !ready[c] & isundefined(owner) ==> begin
    if isundefined(first) then first := c; end;
    ready[c] := true;
  end;
end;
rule "take" isundefined(owner) & (forall c: S do ready[c] end) ==> begin if TakeOne() then end; end;
invariant "order" !isundefined(owner) -> owner = first;
