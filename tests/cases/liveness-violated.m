-- why: the trace leads to the shallowest state from which the property cannot be reached any more.
-- expect: verdict=violated kind=liveness name="comes back" depth=3
-- expect-trace: startstate 1; on; on; leave
var n: 0..9;
startstate begin n := 0; end;
rule "on" n < 4 ==> begin n := (n + 1) % 4; end;
rule "leave" n = 2 ==> begin n := 5; end;
rule "round" n >= 5 ==> begin n := 11 - n; end;
liveness "comes back" n = 0;
