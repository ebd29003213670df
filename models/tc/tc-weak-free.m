-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak (tc.m) under the free driver: the thesis's rules and properties, one
-- by one.  Stores run out, so the end of every run is a state in which nothing
-- but load hits is left.
--
-- With RULE_5=1 Rule #5 is violated: stores wait for no copy.  With
-- TIME_STEP=0, no TS++, Property #2' is.
--
-- why: TC-Weak keeps Rules #2 to #4 and Properties #1' and #2' over all programs of two stores
-- options: --const STRONG=0 --const STEPS=1 --const ORDERS=0 --const THREADS=3 --deadlock stuck
-- expect: verdict=holds states=120826 rules=666054
-- expect-exact: states=61322 rules=339794
include "../lib/orders.m"
include "../lib/free.m"
include "tc.m"
include "weak-properties.m"
