-- why: what a constant rules out does not count: neither a branch nor a rule.
-- options: --deadlock off
-- expect: verdict=holds states=25 rules=75 depth=4
-- expect-exact: states=7 rules=21
-- expect-warning: 15:71 this assigns a variable to itself
const ASYMMETRIC: false; SIZE: 1;
type S: scalarset(3); One: scalarset(SIZE);
var x: array [S] of boolean; s: S; o: One; f: boolean;
startstate begin for i: S do x[i] := false; end; undefine s; undefine o; f := false; end;
ruleset p: S do
  rule "step" begin
    x[p] := !x[p];
    if ASYMMETRIC then for i: S do s := i; end; end;
    if !ASYMMETRIC then f := !f; elsif f then for i: S do s := i; end; end;
    switch ASYMMETRIC case true: for i: S do s := i; end; case false: f := f; end;
    for i: One do o := i; end;
    s := p;
  end;
  rule "never" ASYMMETRIC & x[p] ==> begin for i: S do s := i; end; end;
end;
invariant "defined" isundefined(s) = isundefined(o) & !isundefined(f);
