-- SPDX-License-Identifier: BSD-2-Clause
-- rsp.m under a driver of its own (owner.m): one work-group synchronises at
-- its own scope, all others remotely.  Coherence and write atomicity are
-- observed; a dirty word's address is in its FIFO, synchronisation stalls only
-- during a remote operation, and no more than one is under way.
--
-- Known (exact symmetry, FIFO=3): THREADS=4 43,390 states, 142,300 rules fired;
-- EVICTIONS=1 86,092 and 360,088; VALUES=4 458,091 and 1,501,632.
--
-- why: Local and remote synchronisation on one location is coherent and write atomic.
-- runs: once
-- options: --const FIFO=3
-- expect: verdict=holds states=29124 rules=91420
include "../lib/orders.m"
include "owner.m"
include "rsp.m"
include "invariants.m"
include "../../invariants/versions.m"
