-- SPDX-License-Identifier: BSD-2-Clause
-- MESI (mesi.m) under the endless driver, with SWMR, data-value and inclusion,
-- all its transitions covered.
--
-- Known (exact symmetry):
--
--   THREADS  CUS  states, rules fired
--   2        2     20,000      61,772   (all covers but "L2 IS GETS", which needs
--   3        2     38,920     145,140    three CUs)
--   3        3    383,976   1,458,294
--
-- why: MESI on unordered networks keeps SWMR, data-value and inclusion, and covers its transitions.
-- runs: once
-- options: --const THREADS=3 --const CUS=3
-- expect: verdict=holds states=383976 rules=1458294
include "../lib/orders.m"
include "../lib/endless.m"
include "mesi.m"
include "properties.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
