-- why: parameters of nested rulesets, the outermost slowest; ranges with a step, downwards too.
-- expect: verdict=violated kind=assert depth=1
-- expect-trace: startstate 1; r i=3 j=1 k=false
var n: 0..9;
startstate begin n := 0; end;
ruleset i := 4 to 1 by -1 do ruleset j: 0..1; k: boolean do
  rule "r" begin assert i != 3 | j = 0; n := i; end;
end; end;
