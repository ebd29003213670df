-- why: with --covers report an unmet cover is only told.
-- options: --covers report
-- expect: verdict=holds states=4 rules=4
-- expect-property: five=unmet
-- expect-text: five
var n: 0..9;
startstate begin n := 0; end;
rule begin n := (n + 1) % 4; end;
cover "five" n = 5;
