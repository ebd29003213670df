-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI (gpu-vi.m) under the endless driver, with SWMR and data-value, all
-- cells of its tables covered.
--
-- Sizes: --const THREADS, CUS, LINES, WORDS, VALUES (models/lib/endless.m) and
-- PENDING (gpu-vi.m).  Known (exact symmetry):
--
--   THREADS  states, rules fired
--   2        223,756     892,866   (all covers but "L1 I_V Atomic", which needs
--                                  two threads on a CU)
--   3        1,110,562   4,540,152
--
-- With PENDING_MISSES=0, optimisation 1 alone, data-value is violated after 5
-- steps.
--
-- Threads are not reduced: the L2 queues the answers to merged loads in the
-- threads' order (AnswerMerged, l2.m).  (Reduced all the same they would
-- give 112,216 and 563,170 states; the text does not show that to be sound.)
--
-- why: GPU-VI keeps SWMR, data-value and inclusion over programs of any length, and covers its tables.
-- runs: once
-- expect: verdict=holds states=1110562 rules=4540152
include "../lib/orders.m"
include "../lib/endless.m"
include "gpu-vi.m"
include "coverage.m"
include "inclusion.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
