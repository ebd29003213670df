-- why: a while loop that never ends; the place is the loop.
-- rumur: its checker never ends
-- expect: verdict=violated kind=loop depth=1 place=6:12
var n: 0..3;
startstate begin n := 0; end;
rule begin while n < 2 do n := (n + 1) % 2; end; end;
