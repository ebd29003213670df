-- SPDX-License-Identifier: BSD-2-Clause
-- MESI (mesi.m) under the free driver, with coherence and write atomicity
-- observed, and SWMR, data-value and inclusion.  Stores run out: check it with
-- --deadlock stuck.
--
-- Known (exact symmetry): THREADS=2 with orders and fences 263,944 states,
-- 1,143,449 rules fired; THREADS=3 CUS=3 ORDERS=0 EVICTIONS=0 5,507, 17,295.
--
-- why: MESI on unordered networks is write atomic with evictions at any time, and drains.
-- runs: once
-- options: --const THREADS=3 --const ORDERS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=335506 rules=909924
include "../lib/orders.m"
include "../lib/free.m"
include "mesi.m"
include "properties.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
