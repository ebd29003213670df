-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI (gpu-vi.m) under the free driver, with coherence and write atomicity
-- observed, and SWMR, data-value and inclusion.  Stores run out, so the end of
-- every run is a state in which nothing but load hits is left: check it with
-- --deadlock stuck.
--
-- Known (exact symmetry): THREADS=3 ORDERS=0 EVICTIONS=0 73,578 states, 201,988
-- rules fired.  What the optimisations do to write atomicity, at that size and
-- with data-value skipped:
--
--   WRITE_AT_ONCE  PENDING_MISSES
--   1              1               holds (both optimisations: GPU-VI)
--   1              0               violated after 9 steps (the first alone)
--   0              1               holds
--   0              0               violated after 10 steps: the store is
--                                  performed at the L2, another CU reads it,
--                                  and only then the ACK updates the copy that
--                                  the writer's CU still hits
--
-- why: GPU-VI is write atomic, and drains.
-- runs: once
-- options: --const THREADS=3 --const ORDERS=0 --const EVICTIONS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=73578 rules=201988
include "../lib/orders.m"
include "../lib/free.m"
include "gpu-vi.m"
include "inclusion.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
