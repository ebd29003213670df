-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni (gpu-vini.m) under the free driver, with coherence and write
-- atomicity observed, and SWMR, data-value and the directory's inclusion.
-- Stores run out: check it with --deadlock stuck.
--
-- Known (exact symmetry): THREADS=2 ORDERS=0 VALUES=2, with atomics, 9,555 states,
-- 30,199 rules fired.
--
-- Threads are not reduced: the L2 queues the answers to merged loads in the
-- threads' order (AnswerMerged, ../gpu-vi/l2.m).  (Reduced all the same they would
-- give 69,727 states, and 4,790 at the size above; the text does not show that to be sound.)
--
-- why: GPU-VIni is write atomic with evictions of both kinds, and drains.
-- runs: once
-- options: --const THREADS=3 --const ORDERS=0 --const VALUES=2 --const ATOMICS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=134058 rules=462701
include "../lib/orders.m"
include "../lib/free.m"
include "gpu-vini.m"
include "inclusion.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
