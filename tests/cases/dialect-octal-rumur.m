-- why: in the dialect of Rumur a number that begins with 0 is octal, as Rumur reads it.
-- expect: verdict=holds states=2 rules=2
var n: 0..10;
startstate begin n := 010; end;
rule begin n := 8 - n; end;
invariant n = 8 | n = 0;
