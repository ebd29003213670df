-- kind: guard
-- The same in a guard.
type S: scalarset(2);
var x: array [S] of boolean;
startstate begin undefine x; end
ruleset i: S do
  rule begin x[i] := true; end
  rule begin undefine x[i]; end
end
rule !forall i: S do isundefined(x[i]) end -> exists i: S do x[i] end ==> begin end
