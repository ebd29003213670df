-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (strong.m): coherence and write atomicity over all programs of two
-- stores.  With TS1=1 and THREADS=3 write atomicity is violated.
--
-- Threads are not reduced: AnswerMerged (parts.m) queues the answers to merged
-- loads in the threads' order.  (The order shows in no state here, as
-- --check-symmetry finds, so that reduced all the same they would give 42,735
-- states; but the text does not show it.)
--
-- why: TC-Strong's stores are atomic
-- options: --const ORDERS=0 --const LEASE=1 --const ATOMICS=0 --covers report --deadlock stuck
-- expect: verdict=holds states=85443 rules=357777
include "../../lib/orders.m"
include "../../lib/free.m"
include "strong.m"
include "../../../invariants/versions.m"
