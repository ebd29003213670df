-- SPDX-License-Identifier: BSD-2-Clause
-- A violation beside a state whose guard does not end: what was found is shown,
-- with its run, for that needs no look at the guard.
var a: 0..3;
startstate begin a := 0; end;
rule a = 0 ==> begin a := 1; end;
rule a = 0 ==> begin a := 2; end;
rule a = 2 & exists i: 0..1000000000000 do i * 2 + a = 3 end ==> begin a := 3; end;
invariant "never one" a != 1;
