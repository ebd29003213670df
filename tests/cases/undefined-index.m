-- why: an undefined index; also within isundefined, which asks about the element only.
-- expect: verdict=violated kind=undefined depth=1 place=5:31
var a: array [0..1] of 0..1; i: 0..1; b: boolean;
startstate begin b := isundefined(a[0]); end;
rule begin b := isundefined(a[i]); end;
