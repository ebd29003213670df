-- SPDX-License-Identifier: BSD-2-Clause
-- QuickRelease (quickrelease.m) under the free driver: what the paper says of
-- the S-FIFOs, releases that leave no store behind, and coherence, which holds
-- here for every program (one GPU; all its accesses meet in the L2).  It is not
-- write atomic: a read cache keeps its copy until the invalidation comes.
--
-- LEVELS=3 504,308 states; LEVELS=1 25,948; THREADS=3 VALUES=2 (two wavefronts
-- on a CU) 574,489; WORDS=2 VALUES=2 436,451.  DUPLICATES=1 has the same verdict.
--
-- why: releases and S-FIFOs do what the paper says of them
-- runs: once
-- options: --const CHECK_ATOMICITY=0 --deadlock stuck
-- expect: verdict=holds states=204375 rules=970053
include "../lib/orders.m"
include "../lib/free.m"
include "quickrelease.m"
include "properties.m"
include "../../invariants/versions.m"
