-- why: a step that leads away from the other bound makes no round in the dialect of CMurphi, as does a lower bound above the upper.
-- options: --dialect cmurphi
-- expect: verdict=holds states=4 rules=4 depth=3
var n: 0..3;
startstate begin n := 3; end;
rule begin
  for i := n to 2 by -1 do assert n >= i; end;
  for i := 3 to n do assert n = 3; end;
  for i := 2 to 1 do error "none" end;
  n := (n + 1) % 4;
end;
invariant !(exists i := 1 to n - n do true end);
