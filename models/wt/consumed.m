-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of wt is consumed: requests at the bank, fills and answers at the CU, an L2's stores at the memory.

include "../lib/requests-taken.m"
include "../lib/fills-installed.m"
include "../lib/answers-arrive.m"

ruleset d: component; l: line do
  ltl "a store is at the memory" [] <> ({ down[d][l].count = 0 } | fires("memory takes a store", d, l));
end;
