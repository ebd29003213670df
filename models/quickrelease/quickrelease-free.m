-- SPDX-License-Identifier: BSD-2-Clause
-- QuickRelease (quickrelease.m) under the free driver: what the paper says of
-- the S-FIFOs, releases that leave no store behind, and coherence, which holds
-- here for every program (one GPU; all its accesses meet in the L2).  It is not
-- write atomic: a read cache keeps its copy until the invalidation comes.
--
-- LEVELS=3 1,008,610 states; LEVELS=1 49,674; THREADS=3 VALUES=2 (two wavefronts
-- on a CU) 568,409; WORDS=2 VALUES=2 872,892.  DUPLICATES=1 has the same verdict.
--
-- CUs are not reduced: PassOne (quickrelease.m) lets the markers of several CUs
-- into the next S-FIFO in the CUs' order.  (Reduced all the same they would give
-- 204,375 states: no two markers are ready at once here, as --check-symmetry
-- finds in all states, but the text does not show it.)
--
-- why: releases and S-FIFOs do what the paper says of them
-- runs: once
-- options: --const CHECK_ATOMICITY=0 --deadlock stuck
-- expect: verdict=holds states=408744 rules=1940028
include "../lib/orders.m"
include "../lib/free.m"
include "quickrelease.m"
include "properties.m"
include "../../invariants/versions.m"
