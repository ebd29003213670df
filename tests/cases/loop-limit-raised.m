-- why: the limit of iterations is an option.
-- options: --loop-limit 1001 --deadlock off
-- expect: verdict=holds states=2 rules=2
var n: 1000..1001;
startstate begin n := 1000; end;
rule var k: 0..2000; begin
  k := n;
  while k > 0 do k := k - 1; end;
  n := 1001;
end;
