-- why: under symmetry too the trace is a run of the model as written, with names that stay the same.
-- expect: verdict=violated kind=invariant depth=3
-- expect-trace: startstate 1; take i=p_1; take i=p_2; give i=p_1
type p: scalarset(3);
var holder, last: p; seen: array [p] of boolean;
startstate begin for i: p do seen[i] := false; end; end;
ruleset i: p do rule "take" !seen[i] ==> begin last := i; seen[i] := true; end; end;
ruleset i: p do rule "give" seen[i] ==> begin if isundefined(holder) & last != i then holder := i; else undefine holder; end; end; end;
invariant isundefined(holder) | isundefined(last) | holder = last;
