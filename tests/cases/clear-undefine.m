-- why: clear gives the least values, undefine takes all away, each on scalars and compounds.
-- expect: verdict=holds states=4 rules=4 depth=3
type colour: enum { Red, Green }; pair: record c: colour; n: 3..5; b: boolean; end;
var p, q: pair; a: array [colour] of pair; step: 0..3;
startstate begin step := 0; end;
rule step = 0 ==> begin clear p; q.c := Green; q.n := 5; q.b := true; clear a[Green]; step := 1; end;
rule step = 1 ==> begin assert p.c = Red & p.n = 3 & !p.b; assert isundefined(a[Red].n) & a[Green] = p; undefine q.n; a[Red] := q; step := 2; end;
rule step = 2 ==> begin assert isundefined(a[Red].n) & a[Red].c = Green; assert a[Red] = q & a[Red] != p; undefine p; clear a; step := 3; end;
rule step = 3 ==> begin assert isundefined(p.c) & isundefined(p.n) & isundefined(p.b); undefine a; undefine q; step := 0; end;
