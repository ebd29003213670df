-- why: how often one thing comes before another, on a cycle of five states, derived by hand
-- options: --max-errors 99
-- expect: verdict=violated states=5 rules=5 depth=0 violations=6
-- expect-property: none before=holds
-- expect-property: two before=holds
-- expect-property: one before=violated
-- expect-property: both at once=holds
-- expect-property: it need not come=holds
-- expect-property: it need not come, but not so often=violated
-- expect-property: it has to come=violated
-- expect-property: soon=holds
-- expect-property: sooner=violated
-- expect-property: a constant=holds
-- expect-property: a condition=violated
-- expect-property: inside others=holds
-- expect-property: negated=violated
const TWO: 2;
var n: 0..4; within: 0..1;
startstate begin n := 0; within := 0; end;
rule "step" begin n := (n + 1) % 5; end;
ltl "none before" {n = 0} within 0 fires("step");
ltl "two before" {n = 2} within 2 fires("step");
ltl "one before" {n = 2} within 1 fires("step");
ltl "both at once" {n = 2} within 0 {n = 2};
ltl "it need not come" {n > 4} within 0 {n < 0};
ltl "it need not come, but not so often" {n > 4} within 9 {n = 3};
leadsto "it has to come" {n = 0} {n > 4} within 0 {n < 0};
leadsto "soon" {n = 1} {n = 0} within 4 fires("step");
leadsto "sooner" {n = 1} {n = 0} within 3 fires("step");
ltl "a constant" [] ({n = 3} -> {n = 0} within TWO fires("step"));
ltl "a condition" [] ({n = 0} -> {n = 0} & X ({n = 0} within (TWO * 2 - 1) {n != 0}));
ltl "inside others" [] ({n = 4} within 4 fires("step")) & ! ({n = 4} within 3 fires("step"));
ltl "negated" ! ({n = 4} within 4 fires("step"));
