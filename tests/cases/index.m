-- why: an index outside its array; the place is the index.
-- expect: verdict=violated kind=index depth=2 place=6:35
-- expect-trace: startstate 1; write; write
var a: array [1..3] of array [0..1] of 0..9; i: 0..9;
startstate begin i := 3; a[1][0] := 0; end;
rule "write" i > 0 ==> begin a[1][i - 2] := 1; i := i + 1; end;
