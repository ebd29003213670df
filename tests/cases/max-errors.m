-- why: --max-errors collects violations of different properties; a violating state is not expanded.
-- options: --max-errors 5
-- expect: verdict=violated violations=2 kind=invariant name="not 2"
var n: 0..9; b: boolean;
startstate begin n := 0; b := false; end;
rule "up" !b ==> begin n := n + 1; end;
rule "on" n = 1 ==> begin b := true; end;
rule "off" b ==> begin b := false; assert "off is early" n = 0; end;
invariant "not 2" n != 2;
invariant "not 3" n != 3;
