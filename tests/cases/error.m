-- why: an error statement, and what it says.
-- expect: verdict=violated kind=error name="too far" depth=3 place=6:26
-- expect-text: too far
var n: 0..9;
startstate begin n := 0; end;
rule begin if n = 2 then error "too far"; else n := n + 1; end; end;
