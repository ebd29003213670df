-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong with the transient states of its tables (strong.m): the thesis's rules
-- and properties, one by one, with the free driver.
--
-- why: the tables of TC-Strong keep Rules #1 to #5 and Properties #1 to #3 over all programs of two stores
-- options: --const ORDERS=0 --const LEASE=1 --deadlock stuck --covers report
-- expect: verdict=holds states=27885 rules=118671
-- expect-exact: states=13956 rules=59411
include "../../lib/orders.m"
include "../../lib/free.m"
include "strong.m"
include "../strong-properties.m"
