-- SPDX-License-Identifier: BSD-2-Clause
-- 2^62 instances of a rule, each of whose guards is quick.
var a: 0..3;
startstate begin a := 0; end;
rule a < 2 ==> begin a := a + 1; end;
ruleset i: 0..2147483647; j: 0..2147483646 do rule a = 2 & (i + j) % 4294967296 = 4294967295 ==> begin a := 3; end; end;
