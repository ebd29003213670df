-- why: the chosen element goes, another one takes a slot, and the parameter is used again: whatever slot it was, its element is gone. Were the newcomer taken for it, the verdict would hang on the order of slots.
-- options: --deadlock off --warn error
-- expect: verdict=violated kind=multiset depth=1 place=10:5
-- expect-trace: startstate 1; renew i=0
var m: multiset [2] of 1..3;
startstate begin multisetadd(1, m); multisetadd(2, m); end;
choose i: m do rule "renew" m[i] = 1 ==> begin
    clear m;
    multisetadd(3, m);
    multisetremove(i, m);
  end;
end;
