-- why: start states count once where they are equal; each is told apart by its parameters.
-- expect: verdict=holds states=4 rules=4
var n: 0..3;
ruleset i: 0..2; j: 0..1 do startstate begin n := i + j; end; end;
startstate "again" begin n := 3; end;
rule begin n := 3 - n; end;
