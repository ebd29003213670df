-- SPDX-License-Identifier: BSD-2-Clause
-- SRC (src.m) under the free driver, with coherence observed.  Stores run out:
-- check it with --deadlock stuck.
--
-- Known (exact symmetry), CHECK_ATOMICITY=0: THREADS=3 ORDERS=0 26,188 states,
-- 75,713 rules fired; THREADS=2 with orders and fences 5,734 and 27,121.  With
-- CHECK_ATOMICITY=1 and three threads, write atomicity is violated after eight
-- steps, when a plain load hits a copy that nothing has invalidated.
--
-- why: SRC is coherent, whatever the program, and drains.
-- runs: once
-- options: --const CHECK_ATOMICITY=0 --const THREADS=3 --const ORDERS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=26188 rules=75713
include "../lib/orders.m"
include "../lib/free.m"
include "src.m"
include "../../invariants/versions.m"
