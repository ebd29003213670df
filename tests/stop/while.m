-- SPDX-License-Identifier: BSD-2-Clause
-- A while loop (with a limit that is not reached).
var a: 0..3; b: 0..1;
startstate begin a := 0; b := 0; end;
rule a < 2 ==> begin a := a + 1; end;
rule a = 2 ==> begin while a < 3 do b := 1 - b; end; end;
