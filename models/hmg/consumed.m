-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of HMG is consumed: stores, in order, at their homes; loads there, and what they bring; invalidations.

ruleset c: cu; l: line do
  ltl "a store is at home" [] <> ({ sent[c][l].count = 0 } | fires("a store is at home", c, l));
  leadsto "a load is answered" { fetches[c][l].state = ASKED } { fetches[c][l].state != ASKED };
  ltl "a fill is taken" [] <> ({ fetches[c][l].state != ANSWERED } | fires("fill", c, l));
  ltl "an invalidation is taken" [] <> ({ inv[c][l] = QUIET } | fires("invalidated", c, l));
end;

ruleset k: component; l: line do
  ltl "a store is at the system home" [] <> ({ home_sent[k][l].count = 0 } | fires("a store is at the system home", k, l));
  ltl "a GPU home's fill is taken" [] <> ({ !home_fetches[k][l].active } | fires("fill at home", k, l));
  ltl "a GPU home's invalidation is taken" [] <> ({ home_inv[k][l] = QUIET } | fires("GPU home is invalidated", k, l));
end;
