-- why: a cover in a ruleset is met where one of its instances is.
-- expect: verdict=holds states=3 rules=3
-- expect-property: some=met
var n: 0..2;
startstate begin n := 0; end;
rule begin n := (n + 1) % 3; end;
ruleset i: 2..9 do cover "some" n = i; end;
