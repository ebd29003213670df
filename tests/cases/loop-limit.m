-- why: 1000 rounds are allowed, 1001 are not.
-- expect: verdict=violated kind=loop depth=2 place=7:3
var n: 0..1001;
startstate begin n := 1000; end;
rule var k: 0..2000; begin
  k := n;
  while k > 0 do k := k - 1; end;
  n := n + 1;
end;
