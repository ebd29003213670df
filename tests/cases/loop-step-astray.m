-- why: a step that leads away from the other bound is a violation in the dialect of Rumur.
-- expect: verdict=violated kind=loop depth=2
var n: 0..3;
startstate begin n := 3; end;
rule begin for i := n to 2 by -1 do n := i; end; n := n - 1; end;
