-- why: of the shortest runs to the first property, the one that is least by its start state and rules.
-- expect: verdict=violated kind=invariant depth=2
-- options: --deadlock off
-- expect-trace: begin i=1; b k=1; a k=0
var x, y: 0..3;
ruleset i: 0..2 do startstate "begin" begin x := i; y := 0; end; end;
ruleset k: 0..1 do
  rule "a" y > 0 ==> begin x := k = 0 ? 3 : x; end;
  rule "b" x = 1 ==> begin y := 1 + k; end;
end;
rule "c" x = 2 ==> begin y := 2; end;
invariant "apart" !(x = 3 & y = 2);
