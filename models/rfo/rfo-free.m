-- SPDX-License-Identifier: BSD-2-Clause
-- RFO (rfo.m) under the free driver, with coherence and write atomicity
-- observed, and SWMR and data-value; evictions and recalls at any time.  Stores
-- run out: check it with --deadlock stuck.
--
-- THREADS=3 CUS=3 ORDERS=0 76,245 states; LINES=2 VALUES=2 ORDERS=0 299,987.
--
-- why: RFO is write atomic with evictions and recalls at any time, and drains
-- runs: once
-- options: --covers report --deadlock stuck
-- expect: verdict=holds states=35445 rules=201293
include "../lib/orders.m"
include "../lib/free.m"
include "rfo.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
