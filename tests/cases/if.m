-- why: if, elsif and else take the first branch whose condition holds.
-- expect: verdict=holds states=4 rules=4 depth=3
var n: 0..3; m: 0..9;
startstate begin n := 0; m := 0; end;
rule begin
  if n = 0 then m := 5; elsif n = 0 then m := 6; elsif n < 2 then m := 7; else m := 8; end;
  if n = 3 then n := 0; m := 0; else n := n + 1; endif;
  if false then error "not here" end;
end;
invariant "first branch"
  (n = 0 -> m = 0) & (n = 1 -> m = 5) & (n = 2 -> m = 7) & (n = 3 -> m = 8);
