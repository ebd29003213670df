-- why: reading an undefined variable in a body.
-- expect: verdict=violated kind=undefined depth=1 place=5:17
var x, y: 0..3;
startstate begin x := 0; end;
rule begin x := y; end;
