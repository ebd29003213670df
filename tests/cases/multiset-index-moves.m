-- why: the index by which a multiset was chosen is written, and so the same words name another multiset, in which the parameter stands for no element.
-- options: --deadlock off --warn error
-- expect: verdict=violated kind=multiset depth=1 place=7:45
var net: array [0..1] of multiset [2] of 0..1; at: 0..1;
startstate begin multisetadd(0, net[0]); multisetadd(0, net[1]); at := 0; end;
choose i: net[at] do
  rule begin net[at][i] := 1; at := 1 - at; net[at][i] := 1; end;
end;
