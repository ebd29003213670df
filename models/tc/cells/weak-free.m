-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak with the transient states of its tables (weak.m): the thesis's rules
-- and properties, one by one, with the free driver.
--
-- why: the tables of TC-Weak keep Rules #2 to #4 and Properties #1' and #2' over all programs of two stores
-- options: --const ORDERS=0 --const LEASE=1 --deadlock stuck --covers report
-- expect: verdict=holds states=109247 rules=512911
-- expect-exact: states=54638 rules=256536
include "../../lib/orders.m"
include "../../lib/free.m"
include "weak.m"
include "../weak-properties.m"
