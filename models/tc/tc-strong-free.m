-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (tc.m) under the free driver: the thesis's rules and properties,
-- one by one.  Stores run out, so the end of every run is a state in which
-- nothing but load hits is left.
--
-- With LETTER=1 Rule #5 is violated: a private write.  With LCC=1,
-- PRIVATE_WRITE=0 and EVICT_UNEXPIRED=0 it is LCC, and Rule #5 holds to the letter.
--
-- why: TC-Strong keeps Rules #1 to #5 and Properties #1 to #3 over all programs of two stores
-- options: --const STRONG=1 --const STEPS=1 --const ORDERS=0 --const THREADS=3 --deadlock stuck
-- expect: verdict=holds states=67282 rules=296617
-- expect-exact: states=34203 rules=152255
include "../lib/orders.m"
include "../lib/free.m"
include "tc.m"
include "strong-properties.m"
