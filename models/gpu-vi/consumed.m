-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of GPU-VI and GPU-VIni is consumed: requests, in order, and INVACKs at the L2, responses, in order, and
-- INVs at the L1.

ruleset c: cu; l: line do
  ltl "a request is taken" [] <> ({ up[c][l].count = 0 } | fires("L2 receives a request", c, l));
  ltl "an INVACK is taken" [] <> ({ !inv_ack[c][l] } | fires("L2 receives an INVACK", c, l));
  ltl "a response is taken" [] <> ({ down[c][l].count = 0 } | fires("L1 receives a response", c, l));
  ltl "an INV is taken" [] <> ({ !inv[c][l] } | fires("L1 receives an INV", c, l));
end;
