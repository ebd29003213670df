-- kind: property
-- An element makes the invariant true before another faults, or after.
type S: scalarset(2);
var x: array [S] of boolean;
startstate begin undefine x; end
ruleset i: S do
  rule begin x[i] := true; end
  rule begin undefine x[i]; end
end
invariant (forall i: S do isundefined(x[i]) end) | exists i: S do x[i] end
