-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni (gpu-vini.m) under the endless driver, with SWMR, data-value and the
-- directory's inclusion of the L1s, all its transitions covered (but "L1 I_V Atomic", which needs two threads on a CU).
--
-- Known (exact symmetry): THREADS=2 210,188 states, 889,592 rules fired.
--
-- why: GPU-VIni keeps SWMR and data-value over programs of any length, though L1s hold lines that the L2 has not.
-- runs: once
-- options: --const THREADS=2 --covers report
-- expect: verdict=holds states=210188 rules=889592
include "../lib/orders.m"
include "../lib/endless.m"
include "gpu-vini.m"
include "inclusion.m"
include "../../invariants/none.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
