-- why: -2^63 stands for undefined, so a range that would contain it is refused by name, however its bounds are written, and not only where it is too large.
-- options: --const K=-9223372036854775808
-- expect-error: 8:23 -9223372036854775808 (-2^63) stands for undefined, so no range contains it
-- expect-error: 9:8 -9223372036854775808 (-2^63) stands for undefined, so no range contains it
-- expect-error: 9:57 -9223372036854775808 (-2^63) stands for undefined, so no range contains it
-- expect-error: 11:27 -9223372036854775808 (-2^63) stands for undefined, so no range contains it
-- expect-error: 12:9 -9223372036854775808 (-2^63) stands for undefined, so no range contains it
const K: 0; type low: K..K + 3;
var a: -9223372036854775807 - 1..-1; b: array [0..1] of -0x7fffffffffffffff - 1..5; n: boolean;
startstate begin n := true; end;
rule begin n := exists i: 1 << 63..-1 do i < 0 end; end;
ruleset i := -9223372036854775808 to -9223372036854775806 do rule begin n := i < 0; end; end;
