-- why: sums, truth values and fixed values that a loop gathers in any order keep the scalarset symmetric.
-- options: --deadlock off
-- expect: verdict=holds states=89 rules=267 depth=7
-- expect-exact: states=22 rules=66
-- expect-warning: 8:59 variable `seen` is written and never read
-- expect-warning: 8:74 variable `owner` is written and never read
type S: scalarset(3); Count: 0..6;
var x: array [S] of 0..2; n, m: Count; any, all: boolean; seen: boolean; owner: S;
startstate begin for i: S do x[i] := 0; end; n := 0; m := 6; any := false; all := false; seen := false; undefine owner; end;
ruleset p: S do
  rule "step" begin
    x[p] := (x[p] + 1) % 3;
    n := 0;
    m := 6;
    any := false;
    all := true;
    for i: S do
      n := n + x[i];
      m := m - (x[i] = 1 ? 1 : 0);
      any := x[i] = 2 | any;
      all := x[i] = 2 & all;
      if x[i] = 2 then seen := true; owner := p; end;
    end;
  end;
end;
invariant "sums" any = exists i: S do x[i] = 2 end & all = forall i: S do x[i] = 2 end;
