-- why: an element that is no longer there cannot be read.
-- expect: verdict=violated kind=multiset depth=1 place=7:41
-- expect-text: m[i] is used, and its element is gone
var m: multiset [2] of boolean; b: boolean;
startstate begin multisetadd(true, m); b := true; end;
choose i: m do
  rule begin multisetremove(i, m); b := m[i]; end;
end;
