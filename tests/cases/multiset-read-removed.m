-- why: an element that is no longer there is undefined.
-- expect: verdict=violated kind=undefined depth=1
var m: multiset [2] of boolean; b: boolean;
startstate begin multisetadd(true, m); b := true; end;
choose i: m do
  rule begin multisetremove(i, m); b := m[i]; end;
end;
