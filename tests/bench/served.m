-- SPDX-License-Identifier: BSD-2-Clause
-- A lock that serves whoever waits, for as many processes as wished: what a formula costs with symmetry and without.
--
-- why: a formula under fairness and symmetry, of one process as of another.
-- runs: once
-- expect: verdict=holds states=324
const N: 8;
type process: scalarset(N);
var at: array [process] of enum { outside, waiting, inside, after }; taken: boolean; noise: 0..3;
startstate "all outside"
  for p: process do at[p] := outside; end;
  taken := false; noise := 0;
end;
ruleset p: process do
  rule "ask" at[p] = outside ==> at[p] := waiting; end;
  strong fair rule "enter" at[p] = waiting & !taken ==> at[p] := inside; taken := true; end;
  fair rule "leave" at[p] = inside ==> at[p] := after; taken := false; end;
  fair rule "rest" at[p] = after ==> at[p] := outside; end;
end;
rule "noise" noise := (noise + 1) % 4; end;
ruleset p: process do leadsto "served" { at[p] = waiting } { at[p] = inside }; end;
