-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni (gpu-vini.m) under the free driver, with coherence and write
-- atomicity observed, and SWMR, data-value and the directory's inclusion.
-- Stores run out: check it with --deadlock stuck.
--
-- Known (exact symmetry): THREADS=2 ORDERS=0 VALUES=2, with atomics, 4,790 states,
-- 15,156 rules fired.
--
-- Two loads of a CU may wait for one fetch here.  They are answered as they came:
-- were it in the threads' order, threads would not be symmetric.
--
-- why: GPU-VIni is write atomic with evictions of both kinds, and drains.
-- runs: once
-- options: --const THREADS=3 --const ORDERS=0 --const VALUES=2 --const ATOMICS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=68693 rules=237106
include "../lib/orders.m"
include "../lib/free.m"
include "gpu-vini.m"
include "inclusion.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
