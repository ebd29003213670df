-- why: with a violation skipped, a firing that ends in it never happened; that leaves a deadlock.
-- options: --skip "too far"
-- expect: verdict=violated kind=deadlock depth=2
-- expect-property: too far=skipped
var n: 0..9;
startstate begin n := 0; end;
rule begin if n = 2 then error "too far"; end; n := n + 1; end;
