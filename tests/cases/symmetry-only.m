-- why: a loop that acts for the only element with a property, and leaves, comes to it in every order.
-- options: --deadlock off
-- expect: verdict=holds states=272 rules=799 depth=12
-- expect-exact: states=37 rules=106
type S: scalarset(4);
var ready: array [S] of boolean; last: S; n: 0 .. 3; -- `last` makes states differ
function TakeOne(): boolean; begin
  for c: S do
    if ready[c] & (forall d: S do ready[d] -> d = c end) then
      ready[c] := false; last := c; n := (n + 1) % 4;
      return true;
    end;
  end;
  return false;
end;
startstate begin for c: S do ready[c] := false; end; n := 0; undefine last; end;
ruleset c: S do
  rule "ready" !ready[c] ==> begin ready[c] := true; end;
end;
rule "take" exists c: S do ready[c] end ==> begin if TakeOne() then end; end;
cover "last" !isundefined(last);
