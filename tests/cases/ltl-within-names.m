-- why: `within` counts to a constant number, which is small; it is a name everywhere else
-- expect-error: 8:29 the bound of `within` must be a constant
-- expect-error: 9:29 `within` counts from 0 to 50, and this is 51
-- expect-error: 10:29 `within` counts from 0 to 50, and this is -1
var within: 0..1;
startstate begin within := 0; end;
rule "step" begin within := 1 - within; end;
ltl "a" {within = 1} within within fires("step");
ltl "b" {within = 1} within 51 fires("step");
ltl "c" {within = 1} within (-1) {within = 0};
