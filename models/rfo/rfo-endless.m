-- SPDX-License-Identifier: BSD-2-Clause
-- RFO (rfo.m) under the endless driver: SWMR and data-value over all programs.
--
-- THREADS=3 CUS=3 123,766 states, 456,518 rules fired.
--
-- why: RFO keeps one writer or many readers, with evictions and recalls at any time
-- runs: once
-- expect: verdict=holds states=12650 rules=50090
include "../lib/orders.m"
include "../lib/endless.m"
include "rfo.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
