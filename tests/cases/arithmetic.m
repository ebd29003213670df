-- why: 64-bit arithmetic; division and remainder cut towards zero; constants are folded as expressions are evaluated.
-- expect: verdict=holds states=1 rules=1
-- options: --deadlock off
const big: 9223372036854775807;
var n: -10..10;
startstate begin n := -7; end;
rule begin
  assert n / 2 = -3 & n % 2 = -1 & (0 - n) / -2 = -3 & 7 % -2 = 1 & -7 / 2 = -3 & -7 % 2 = -1;
  assert big - 1 + 1 = big & big / 2 * 2 + 1 = big & -big - 1 < -big;
  assert n * n = 49 & - n = 7 & 2 - 3 - 4 = -5 & 2 + 3 * 4 = 14 & 20 / 2 / 5 = 2 & 7 - (2 - 1) = 6;
  assert n < 0 & n <= -7 & n >= -7 & n > -8 & n != 7 & !(n = 7) & 0x1F = 31 & 0xff = 255;
  assert 3000000000 * 3 = 9000000000 & n + 9000000000 > 8000000000;
end;
