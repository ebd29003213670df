-- why: a constant loop that never gets to its end is refused in the dialect of Rumur.
-- expect-error: 5:16 the loop from 3 to 1 by 1 never gets there
var n: 0..3;
startstate begin n := 0; end;
rule begin for i := 3 to 1 do n := i; end; end;
