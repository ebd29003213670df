-- why: a fault that is skipped takes its firing with it, so which round of a loop comes first decides whether another's shows.
-- options: --deadlock off --skip "range at 13:20"
-- expect: verdict=violated states=4 rules=5 depth=2 kind=assert place=13:30
type S: scalarset(3);
var mark: array [S] of boolean; done: boolean; n: array [S] of 0..3; far: 0..9;
startstate begin for i: S do mark[i] := false; end; done := false; far := 9; end;
ruleset p: S do
  rule "mark" !done & forall i: S do !mark[i] end ==> begin mark[p] := true; end;
end;
rule "loop" !done & exists i: S do mark[i] end ==> begin
  for i: S do
    if mark[i]
      then n[i] := far; else assert "never" false;
    end;
  end;
  done := true;
end;
invariant "small" forall i: S do isundefined(n[i]) | n[i] < 4 end;
