-- why: an assertion in a start state, the second instance of it.
-- expect: verdict=violated kind=assert depth=0
-- expect-trace: begin i=1
var n: 0..9;
ruleset i: 0..3 do
  startstate "begin" begin n := i; assert n != 1; end;
end;
rule begin n := (n + 1) % 3; end;
