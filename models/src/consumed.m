-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of src is consumed: requests at the L2, fills at the CU.

include "../lib/requests-taken.m"

ruleset c: cu; l: line do
  ltl "a fill is taken" [] <> ({ l1[c][l].fetch != ANSWERED } | fires("fill", c, l));
end;
