-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of TC and LCC is consumed: requests, in order, at the L2, of three kinds, and fills at the L1.

ruleset c: cu; l: line do
  ltl "a request is taken"
    [] <> ({ up[c][l].count = 0 } | fires("L2 serves a load", c, l) | fires("L2 serves a write", c, l)
           | fires("L2 serves a fetch", c, l));
  ltl "a fill is taken" [] <> ({ l1[c][l].fetch != ANSWERED } | fires("fill", c, l));
end;
