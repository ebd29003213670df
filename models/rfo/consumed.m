-- SPDX-License-Identifier: BSD-2-Clause
-- Every request and probe of RFO is taken, and the directory ends what it serves.

ruleset c: cu; l: line do
  leadsto "a request is served" { l1[c][l].request != NO_REQUEST } { l1[c][l].request = NO_REQUEST };
  ltl "a probe is taken" [] <> ({ l1[c][l].probe = NO_PROBE } | fires("probe", c, l));
end;

ruleset l: line do
  leadsto "the directory ends what it serves"
    { directory[l].serving != IDLE } { directory[l].serving = IDLE };
end;
