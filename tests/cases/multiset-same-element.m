-- why: two places are equal where they stand for one element: also where the other multiset is another one with a newcomer in the same slot, or its own slot was taken again.
-- options: --deadlock off --warn error
-- expect: verdict=holds states=2 rules=4
-- expect-property: same=met
-- expect-property: another=met
-- expect-property: gone=met
type box: multiset [2] of 0..1;
var a: box; net: array [0..1] of box; at: 0..1; done: boolean;
function renew(x: 0..1): boolean; begin clear a; multisetadd(x, a); multisetadd(x, a); return true; end;
startstate begin multisetadd(0, a); multisetadd(0, a); multisetadd(1, net[0]); multisetadd(1, net[1]); at := 0; done := false; end;
choose i: a do choose j: a do choose k: net[0] do
  rule !done ==> begin
    cover "same" i = j; cover "another" i != j;
    assert i != k;
    if renew(0) then cover "gone" i = j; end;
    assert multisetcount(e: a, e = i | e = j) = 0;
    assert multisetcount(e: net[at], e = k) = 1 & multisetcount(e: net[1 - at], e = k) = 0;
    if i = j then done := true; end;
  end;
end; end; end;
