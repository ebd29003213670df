-- why: several violations in one run: by depth, then in source order, each with its own shortest run; violating states are neither counted nor expanded.
-- options: --max-errors 9
-- expect: verdict=violated name=b depth=4 states=53 rules=273 violations=3
-- expect-exact: states=15 rules=76
-- expect-property: a=violated
-- expect-property: b=violated
-- expect-property: no three=violated
-- expect-property: c=met
-- expect-property: back=incomplete
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
