-- why: what is almost surely a mistake is told, and does not stop anything.
-- expect-warning: 6:6 type `t` is never used
-- expect-warning: 7:14 variable `w` is written and never read
-- expect-warning: 10:6 this is always true: the type is 0..3
-- expect: verdict=holds states=2 rules=2
type t: 0..3;
var n: 0..3; w: 0..3;
startstate begin n := 0; w := 0; end;
rule begin n := 1 - n; end;
rule n >= 0 & false ==> begin n := 2; end;
