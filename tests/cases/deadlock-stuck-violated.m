-- why: with --deadlock stuck a state without an enabled rule is one.
-- options: --deadlock stuck
-- expect: verdict=violated kind=deadlock depth=1
var n: 0..2;
startstate begin n := 0; end;
rule n = 0 ==> begin n := 1; end;
