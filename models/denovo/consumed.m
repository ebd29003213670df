-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of DeNovo is consumed: loads, registrations and write-backs at the L2, fills and its answers at
-- the L1, and what the L2 forwards there, which is in order.

ruleset c: cu; l: line; w: word do
  ltl "a load is served" [] <> ({ fetches[c][l][w].state != ASKED } | fires("L2 serves a load", c, l, w));
  ltl "a fill is taken" [] <> ({ fetches[c][l][w].state != ANSWERED } | fires("fill", c, l, w));
  ltl "a registration is served"
    [] <> ({ l1[c][l][w].registration != ASKED } | fires("L2 serves a registration", c, l, w));
  ltl "an answer is taken" [] <> ({ l1[c][l][w].registration != ANSWERED } | fires("registered", c, l, w));
  ltl "a write-back is served" [] <> ({ !l1[c][l][w].writes_back } | fires("L2 serves a write-back", c, l, w));
  ltl "a forward is taken" [] <> ({ forwards[c][l][w].count = 0 } | fires("what the L2 sends arrives", c, l, w));
end;
