-- why: arithmetic that does not fit in 64 bits.
-- expect: verdict=violated kind=overflow depth=4 place=6:19
const most: 9223372036854775807;
var n: 0..3; big: 0..3;
startstate begin n := 0; big := 0; end;
rule begin big := (most - 2 + n) % 2; n := n + 1; end;
