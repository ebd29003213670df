-- why: a start state that fails an assumption, in it or of it, is none.
-- expect: verdict=holds states=2 rules=2
var n: 0..5;
ruleset i: 0..5 do startstate begin n := i; assume n != 4; end; end;
rule begin n := n < 2 ? n + 1 : 1; if n = 2 then n := 0; end; end;
assume n <= 1;
