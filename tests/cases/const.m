-- why: --const overrides a constant, and all that is computed from it.
-- options: --const N=5 --const Last=Green
-- expect: verdict=holds states=10 rules=10 depth=9
const N: 3; Twice: 2 * N; Last: Red;
type colour: enum { Red, Green };
var n: 0..Twice - 1;
startstate begin n := 0; end;
rule begin n := (n + 1) % Twice; assert Last = Green; end;
