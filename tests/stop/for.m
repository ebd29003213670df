-- SPDX-License-Identifier: BSD-2-Clause
-- A firing that does not end in a lifetime: a loop with constant bounds. Two states are expanded before it.
var a: 0..3; b: 0..1;
startstate begin a := 0; b := 0; end;
rule a < 2 ==> begin a := a + 1; end;
rule a = 2 ==> begin for i: 0..1000000000000 do b := (i + a) % 2; end; end;
