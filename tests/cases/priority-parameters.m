-- why: one instance that may fire holds back all of a higher number, under symmetry too; a fault in a guard that is held back counts.
-- options: --dialect cmurphi
-- expect: verdict=violated kind=index depth=6 place=13:25
type node: scalarset(2); place: 0..1;
var taken: array [node] of boolean; at: 0..3; seen: array [place] of boolean;

startstate begin clear taken; clear seen; at := 0; end;

ruleset n: node do
  rule 1 "take" !taken[n] ==> begin taken[n] := true; end;
  rule 2 "give" forall m: node do taken[m] end & at < 2 ==> begin clear taken; at := at + 1; end;
end;
rule 9 "held back" seen[at] ==> begin end;
