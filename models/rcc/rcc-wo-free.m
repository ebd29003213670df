-- SPDX-License-Identifier: BSD-2-Clause
-- RCC, form WO, under the free driver: as rcc-free.m, but that a thread's
-- times may fall.
--
-- why: loads and stores of RCC-WO are explained by the order of their times
-- options: --const SC=0 --const ORDERS=0 --const EVICT_BEFORE=2
-- expect: verdict=holds states=9741 rules=25765
-- expect-exact: states=4903 rules=12978
include "../lib/orders.m"
include "../lib/free.m"
include "rcc.m"
include "../../invariants/logical-time.m"
include "leases.m"
