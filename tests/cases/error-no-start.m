-- why: a model without a start state has no state.
-- expect-error: nowhere has no start state
var n: 0..3;
rule begin n := 0; end;
