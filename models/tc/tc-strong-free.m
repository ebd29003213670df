-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (tc.m) under the free driver: the thesis's rules and properties,
-- one by one.  Stores run out, so the end of every run is a state in which
-- nothing but load hits is left.
--
-- With LETTER=1 Rule #5 is violated: a private write.
--
-- why: TC-Strong keeps Rules #2 to #5 and Properties #2 and #3 over all programs of two stores
-- options: --const STRONG=1 --const FOLDED=0 --const ORDERS=0 --const THREADS=3 --deadlock stuck
-- expect: verdict=holds states=38439 rules=163935
-- expect-exact: states=19944 rules=86776
include "../lib/orders.m"
include "../lib/free.m"
include "tc.m"
include "../../invariants/tc-rules.m"
include "../../invariants/tc-strong-stores.m"
include "../../invariants/data-value.m"
