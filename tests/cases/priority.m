-- why: of the rules whose guards hold those of the least priority fire; where none is written it is 0.
-- options: --dialect cmurphi
-- expect: verdict=holds states=4 rules=4
-- n goes 0, 1, 2, then to 4 by the urgent rule alone, from where the rule of priority 7 starts over.
type count: 0..9;
var n: count;

startstate begin n := 0; end;

rule 5 "count" n < 3 ==> begin n := n + 1; end;
rule "urgent" n = 2 ==> begin n := 4; end;
rule 7 "astray" n < 4 ==> begin n := 9; end;
rule 7 "start over" n = 4 ==> begin n := 0; end;
