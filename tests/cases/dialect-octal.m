-- why: in the dialect of CMurphi a number that begins with 0 is decimal.
-- options: --dialect cmurphi
-- expect: verdict=holds states=2 rules=2
var n: 0..10;
startstate begin n := 010; end;
rule begin n := n = 10 ? 0 : 10; end;
