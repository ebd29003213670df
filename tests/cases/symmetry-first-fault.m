-- why: of two faults of one loop the first element decides which is named, and a representative has other names: the run's own fault is the violation.
-- options: --deadlock off
-- expect: verdict=violated states=4 rules=6 depth=2 kind=range place=12:29
-- expect-exact: states=2 rules=4
-- expect-warning: 7:48 variable `n` is written and never read
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of 0..3; far: 0..9;
startstate begin for i: S do mark[i] := false; end; done := false; far := 9; end;
ruleset p: S do rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end; end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do
    if mark[i] then n[i] := far; else assert "never" false; end;
  end;
  done := true;
end;
