-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI (gpu-vi.m) under the endless driver, with SWMR and data-value, all
-- cells of its tables covered.
--
-- Sizes: --const THREADS, CUS, LINES, WORDS, VALUES (models/lib/endless.m) and
-- PENDING (gpu-vi.m).  Known (exact symmetry, Rumur 2022.08.20 agrees):
--
--   THREADS  states, rules fired
--   2        112,216     448,014   (all covers but "L1 I_V Atomic", which needs
--                                  two threads on a CU)
--   3        563,170   2,340,680
--
-- With PENDING_MISSES=0, optimisation 1 alone, data-value is violated after 5
-- steps.
--
-- why: GPU-VI keeps SWMR, data-value and inclusion over programs of any length, and covers its tables.
-- runs: once
-- expect: verdict=holds states=563170 rules=2340680
include "../lib/orders.m"
include "../lib/endless.m"
include "gpu-vi.m"
include "coverage.m"
include "inclusion.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
