-- SPDX-License-Identifier: BSD-2-Clause
-- 10^12 start states.
var a: 0..3;
ruleset i: 0..1000000000000 do startstate begin a := i % 4; end; end;
rule a < 2 ==> begin a := a + 1; end;
