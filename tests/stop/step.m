-- SPDX-License-Identifier: BSD-2-Clause
-- Each thing that `step` can be asked takes longer than a lifetime here: to see
-- which rules are enabled, to fire one, to judge, to search.
var a: 0..3; b: 0..1;
startstate begin a := 0; b := 0; end;
rule "slow" a = 0 ==> begin for i: 0..1000000000000 do b := (i + a) % 2; end; a := 1; end;
cover "far" exists i: 0..1000000000000 do i * 2 + a = 7 * 2 - 15 end;
