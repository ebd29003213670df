-- why: from every reachable state a state that satisfies the property is reachable, so it holds.
-- expect: verdict=holds states=5 rules=6
-- expect-property: comes back=holds
var n: 0..4;
startstate begin n := 0; end;
rule begin n := (n + 1) % 5; end;
rule n = 2 ==> begin n := 0; end;
liveness "comes back" n = 0;
