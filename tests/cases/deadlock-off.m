-- why: with --deadlock off none is looked for.
-- options: --deadlock off
-- expect: verdict=holds states=2 rules=1
var n: 0..2;
startstate begin n := 0; end;
rule n = 0 ==> begin n := 1; end;
