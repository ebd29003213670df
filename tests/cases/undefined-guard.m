-- why: reading an undefined variable in a guard, which short-circuit evaluation comes to in one state only.
-- expect: verdict=violated kind=undefined depth=1 place=6:14
-- expect-trace: startstate 1; set
var x: 0..3; y: array [boolean] of 0..3;
startstate begin x := 0; end;
rule x = 1 & y[true] = 0 ==> begin x := 2; end;
rule "set" begin x := 1; end;
