-- SPDX-License-Identifier: BSD-2-Clause
-- Fills of lib/parts/word-l1.m, and of quickrelease, on their way to an L1: one of each miss.

ruleset c: cu; l: line; m: miss do
  ltl "a fill is taken" [] <> ({ misses[c][l][m].state != ANSWERED } | fires("fill", c, l, m));
end;
