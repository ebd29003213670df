-- why: a witness is the least run to a cover, and no violation.
-- options: --witness c --deadlock off
-- expect: states=7 rules=31
-- expect-text: Witness: cover "c"
-- expect-text: A shortest run, 3 rules after its start state
-- runs: once
type p: scalarset(3);
var s: array[p] of 0..4; 
startstate begin for i: p do s[i] := 0; end; end;
ruleset i: p do
rule "inc" s[i] < 4 ==> begin s[i] := s[i] + 1; assert "no three" !(exists j: p do i != j & s[j] = 3 & s[i] = 3 end); end;
rule "dec" s[i] > 0 ==> begin s[i] := s[i] - 1; end;
end;
invariant "a" !(forall i: p do s[i] = 2 end);
ruleset i: p do invariant "b" s[i] < 4; end;
cover "c" exists i: p do s[i] = 3 end;
cover "never" exists i: p do s[i] = 4 end;
liveness "back" forall i: p do s[i] = 0 end;
