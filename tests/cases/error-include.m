-- why: a file that is not there; the place is the include.
-- expect-error: 3:9 No such file
include "lib/none.m";
var n: 0..3;
startstate begin n := 0; end;
rule begin n := 3 - n; end;
