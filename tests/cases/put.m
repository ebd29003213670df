-- why: put is silent while searching, and printed with the trace.
-- expect: verdict=violated kind=assert depth=2
-- expect-text: | n is n:1
-- expect-text: | 4
var n: 0..3;
startstate begin n := 0; end;
rule begin put "n is "; put n; put n + 3; put "\n"; assert n < 1; n := n + 1; end;
