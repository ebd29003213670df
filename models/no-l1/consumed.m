-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of no-l1 is consumed: requests at their bank, answers at their CU.  (models/lib/README.md says how
-- such formulas are read.)

include "../lib/answers-arrive.m"

ruleset c: cu; l: line do
  ltl "a request is taken" [] <> ({ up[c][l].count = 0 } | fires("bank serves", c, l));
end;
