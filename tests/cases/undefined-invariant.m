-- why: reading an undefined variable in an invariant; it is not the invariant that fails.
-- expect: verdict=violated kind=undefined depth=1 place=7:26
-- expect-property: even=incomplete
var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule x = 0 ==> begin x := 1; end;
invariant "even" x = 0 | (y) % 2 = 0;
