-- SPDX-License-Identifier: BSD-2-Clause
-- What holds of STC's caches in every state: stc-free.m, stc-endless.m and
-- figure-2.m check it, after stc.m and what observes it.
include "../../invariants/data-value.m"
include "../../invariants/stc-er1.m"
include "../../invariants/stc-er2.m"
include "../../invariants/stc-er3.m"
