-- why: an assertion in a rule, with a message; the firing is the last step.
-- expect: verdict=violated kind=assert name="small enough" depth=2 place=6:17
-- expect-trace: startstate 1; up; up
var n: 0..9;
startstate begin n := 0; end;
rule "up" begin assert "small enough" n < 1; n := n + 1; end;
