-- why: an alias around rules is bound for the guard and again for the body, and may be written.
-- expect: verdict=holds states=14 rules=28 depth=7
var a: array [0..1] of 0..3; n: 0..1;
startstate begin a[0] := 0; a[1] := 0; n := 0; end;
ruleset k: 0..1 do
  alias mine: a[k]; other: a[1 - k] do
    rule "take" mine < 3 & other = 0 ==> begin mine := mine + 1; end;
    rule "give" mine > 0 & mine + other <= 3 ==> begin mine := mine - 1; if mine = 0 then n := n; end; end;
    rule "swap" mine = 3 ==> begin mine := 0; n := 1 - n; end;
  end;
end;
