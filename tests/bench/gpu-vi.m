-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI under the free driver as a file, for tools that take no machine: the
-- row gpu-vi-free of models/checks.tsv, put together by hand.
--
-- why: GPU-VI is write atomic, and drains.
-- runs: once
-- options: --const THREADS=3 --const ORDERS=0 --const EVICTIONS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=98265 rules=272268
include "../../models/lib/orders.m"
include "../../models/lib/free.m"
include "../../models/gpu-vi/gpu-vi.m"
include "../../models/gpu-vi/inclusion.m"
include "../../invariants/versions.m"
include "../../invariants/swmr.m"
include "../../invariants/data-value.m"
