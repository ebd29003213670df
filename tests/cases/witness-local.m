-- why: --witness of a cover in a rule: the firing that meets it is the last step.
-- options: --witness "wraps"
-- expect: verdict=incomplete exit=0
-- expect-trace: startstate 1; up; up; up
var n: 0..2;
startstate begin n := 0; end;
rule "up" begin n := (n + 1) % 3; cover "wraps" n = 0; end;
