-- why: while tests before each round, and may not run at all.
-- expect: verdict=holds states=2 rules=2 depth=1
var n, rounds: 0..20;
startstate begin n := 17; rounds := 0; end;
rule
  var r: 0..20;
begin
  r := 0;
  while n >= 5 do n := n - 5; r := r + 1; end;
  while false do error "never" endwhile;
  rounds := r;
  if r = 0 then n := 17; end;
end;
rule rounds = 0 & n = 2 ==> begin error "rounds are counted" end;
invariant rounds = 3 & n = 2 | rounds = 0 & n = 17;
