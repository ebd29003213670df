-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (strong.m): coherence and write atomicity over all programs of two
-- stores.  With TS1=1 and THREADS=3 write atomicity is violated.
--
-- why: TC-Strong's stores are atomic
-- options: --const ORDERS=0 --const LEASE=1 --const ATOMICS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=85443 rules=357777
-- expect-exact: states=42735 rules=178952
include "../../lib/orders.m"
include "../../lib/free.m"
include "strong.m"
include "../../../invariants/versions.m"
