-- SPDX-License-Identifier: BSD-2-Clause
-- msi:net (msi-net.m) under the endless driver, with SWMR and data-value.
--
-- Known (exact symmetry): THREADS=2 560 states, 1,646 rules fired.  With
-- ONE_NETWORK=1 it deadlocks after 9 steps: a cache that awaits an InvAck stalls
-- a Fwd-GetM, and the InvAck stands behind it.
--
-- why: msi:net keeps SWMR and data-value over programs of any length.
-- runs: once
-- options: --const THREADS=3 --const CUS=3 --covers report
-- expect: verdict=holds states=6114 rules=25052
include "../lib/orders.m"
include "../lib/endless.m"
include "msi-net.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
