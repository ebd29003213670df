-- why: the chosen element goes, another one takes a slot, and the parameter is used again: that depends on which slot it was, so such a model is searched without multiset reduction, which would find nothing.
-- options: --deadlock off
-- expect: verdict=violated kind=multiset depth=1 place=11:5
-- expect-trace: startstate 1; renew i=1
-- expect-warning: 11:20 the order of a multiset's slots can matter here, for `i`: its element may be gone, and another one in its slot
var m: multiset [2] of 1..3;
startstate begin multisetadd(2, m); multisetadd(1, m); end;
choose i: m do rule "renew" m[i] = 1 ==> begin
    clear m;
    multisetadd(3, m);
    multisetremove(i, m);
  end;
end;
