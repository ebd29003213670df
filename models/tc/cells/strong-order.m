-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (strong.m): same-address accesses of a wavefront keep their order,
-- with two loads outstanding; here two wavefronts on one CU.
--
-- why: loads that join a miss are bound in their threads' order
-- options: --const ORDERS=0 --const LEASE=0 --const CUS=1 --const TAGS=2 --const EVICTIONS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=45523 rules=113121
-- expect-exact: states=22769 rules=56605
include "../../lib/orders.m"
include "../../lib/free.m"
include "strong.m"
include "../../../invariants/own-order.m"
