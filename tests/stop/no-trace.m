-- SPDX-License-Identifier: BSD-2-Clause
-- The state that leads to the violation has a guard too that does not end in
-- time, so that the run to it is not found again.
var a: 0..3;
startstate begin a := 0; end;
rule a = 0 ==> begin a := 1; end;
rule a = 1 ==> begin error "reached"; end;
rule a = 1 & exists i: 0..1000000000000 do i * 2 + a = 4 end ==> begin a := 3; end;
