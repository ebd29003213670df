-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak with the transient states of its tables (weak.m): the thesis's rules
-- and properties, one by one, with the free driver.
--
-- Threads are not reduced: AnswerMerged (parts.m) queues the answers to merged
-- loads in the threads' order.  (The order shows in no state here, as
-- --check-symmetry finds, so that reduced all the same they would give 54,638
-- states; but the text does not show it.)
--
-- why: the tables of TC-Weak keep Rules #2 to #4 and Properties #1' and #2' over all programs of two stores
-- options: --const ORDERS=0 --const LEASE=1 --deadlock stuck --covers report
-- expect: verdict=holds states=109247 rules=512911
include "../../lib/orders.m"
include "../../lib/free.m"
include "weak.m"
include "../weak-properties.m"
