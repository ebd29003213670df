-- why: bitwise operators on numbers, of a variable as of constants.
-- expect: verdict=holds states=1 rules=1
-- options: --deadlock off
type byte: 0..255;
var x: byte; y: -8..8;
startstate begin x := 0xA5; y := -1; end;
rule begin
  assert (x & 15) = 5 & (x | 0x5A) = 255 & (x ^ 0xFF) = 0x5A & ~x = -166 & (x >> 4) = 10 & ((x << 4) & 255) = 80;
  assert (y >> 1) = -1 & (y << 2) = -4 & (~y) = 0 & (y & x) = x & (-8 >> 1) = -4 & (1 << 62) > 0 & (1 << 63) < 0;
  assert (6 & 3) = 2 & (6 | 3) = 7 & (6 ^ 3) = 5 & ~0 = -1;
  x := (x & 240) >> 4; assert x = 10; x := 0xA5;
end;
