-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak (weak.m): coherence over all programs of two stores.  With
-- CHECK_ATOMICITY=1 and THREADS=3, two of them on a CU, write atomicity is
-- violated, as TC-Weak says.
include "../../lib/orders.m"
include "../../lib/free.m"
include "weak.m"
include "../../../invariants/versions.m"
