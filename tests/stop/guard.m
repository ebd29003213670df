-- SPDX-License-Identifier: BSD-2-Clause
-- A guard that does not end in a lifetime.
var a: 0..3;
startstate begin a := 0; end;
rule a < 2 ==> begin a := a + 1; end;
rule a = 2 & exists i: 0..1000000000000 do i * 2 + a = 3 end ==> begin a := 3; end;
