-- why: reading an undefined value in a liveness property.
-- expect: verdict=violated kind=undefined
var x, y: 0..3;
startstate begin x := 0; end;
rule begin x := (x + 1) % 3; end;
liveness y = 1;
