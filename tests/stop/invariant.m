-- SPDX-License-Identifier: BSD-2-Clause
-- An invariant that takes a lifetime in one state.
var a: 0..3;
startstate begin a := 0; end;
rule a < 2 ==> begin a := a + 1; end;
rule a = 2 ==> begin a := 0; end;
invariant "i" a = 2 -> forall i: 0..1000000000000 do i + a > 1 end;
