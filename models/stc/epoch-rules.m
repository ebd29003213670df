-- SPDX-License-Identifier: BSD-2-Clause
-- What holds of STC's caches in every state, under any driver;
-- figure-2.m checks it too.
include "../../invariants/data-value.m"
include "../../invariants/stc-er1.m"
include "../../invariants/stc-er2.m"
include "../../invariants/stc-er3.m"

-- A store that waits for its band is in the BSQ.  (Reduced, those that are on their way
-- count as blocked.)
invariant "a BSQ holds no more stores than it has entries"
  STEPS = 1 -> forall c: cu do BlockedStores(c) <= BSQ end;
