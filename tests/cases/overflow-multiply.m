-- why: a product that does not fit in 64 bits, and a negation; neither is cut to size.
-- expect: verdict=violated kind=overflow depth=1 place=5:17
var n: 0..4000000000; b: boolean;
startstate begin n := 4000000000; b := true; end;
rule begin b := n * n > 0; b := false; end;
rule begin b := -(-9223372036854775807 - n) > 0; end;
