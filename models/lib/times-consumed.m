-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of the machines of logical time (logical-time.m), rcc and g-tsc, is consumed: stores and atomics, and
-- fetches, at the L2, and their answers.

ruleset t: thread; p: posted do
  ltl "a store is served" [] <> ({ post[t][p].state != SENT } | fires("L2 serves a store", t, p));
  ltl "an answer is taken" [] <> ({ post[t][p].state != DONE } | fires("answer", t, p));
end;

ruleset c: cu; l: line do
  ltl "a fetch is served" [] <> ({ l1[c][l].fetch != ASKED } | fires("L2 serves a fetch", c, l));
  ltl "an answer to a fetch is taken"
    [] <> ({ l1[c][l].fetch = IDLE | l1[c][l].fetch = ASKED } | fires("answer to a fetch", c, l));
end;
