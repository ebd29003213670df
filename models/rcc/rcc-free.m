-- SPDX-License-Identifier: BSD-2-Clause
-- RCC, form SC, under the free driver: its order of logical time, and its
-- leases, with evictions at both levels.
--
-- why: loads and stores of RCC are explained by the order of their times
-- options: --const ORDERS=0 --const THREADS=3 --const EVICT_BEFORE=2
-- expect: verdict=holds states=98119 rules=334221
-- expect-exact: states=50760 rules=172765
include "../lib/orders.m"
include "../lib/free.m"
include "rcc.m"
include "../../invariants/logical-time.m"
include "leases.m"
