-- SPDX-License-Identifier: BSD-2-Clause
-- G-TSC, form RC, under the free driver: as g-tsc-free.m, but that a thread's
-- times may fall.
--
-- why: loads and stores of G-TSC-RC are explained by the order of their times
-- options: --const SC=0 --const ORDERS=0 --const EVICT_BEFORE=2 --const OVERFLOW=14
-- expect: verdict=holds states=8181 rules=19913
-- expect-exact: states=4150 rules=10143
include "../lib/orders.m"
include "../lib/free.m"
include "g-tsc.m"
include "../../invariants/logical-time.m"
include "leases.m"
