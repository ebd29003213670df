-- SPDX-License-Identifier: BSD-2-Clause
-- G-TSC, form SC, under the free driver: its order of logical time, and its
-- leases, with evictions at both levels.  A reset of the times would begin the
-- order anew, so none happens here.
--
-- why: loads and stores of G-TSC are explained by the order of their times
-- options: --const ORDERS=0 --const THREADS=3 --const EVICT_BEFORE=2 --const OVERFLOW=14
-- expect: verdict=holds states=140634 rules=456071
-- expect-exact: states=72515 rules=234983
include "../lib/orders.m"
include "../lib/free.m"
include "g-tsc.m"
include "../../invariants/logical-time.m"
include "leases.m"
