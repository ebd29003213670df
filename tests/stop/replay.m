-- SPDX-License-Identifier: BSD-2-Clause
-- A trace to be replayed in a longer loop than it was made with: with ROUNDS=1
-- the second step ends at once, with more it does not in a lifetime.
const ROUNDS: 1;
var a: 0..3; b: 0..1;
startstate begin a := 0; b := 0; end;
rule "quick" a = 0 ==> begin a := 1; end;
rule "slow" a = 1 ==> begin for i: 1..ROUNDS do b := (i + a) % 2; end; a := 2; b := 0; end;
invariant "never two" a != 2;
