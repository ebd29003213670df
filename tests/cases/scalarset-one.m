-- why: a scalarset of one element, and of none but itself to compare.
-- expect: verdict=holds states=4 rules=8
type p: scalarset(1);
var x: p; a: array [p] of boolean;
startstate begin for i: p do a[i] := true; end; end;
ruleset i: p do
  rule begin x := i; a[i] := isundefined(x) | !a[i]; end;
  rule begin undefine x; a[i] := !a[i]; end;
end;
invariant isundefined(x) | forall i: p do x = i end;
