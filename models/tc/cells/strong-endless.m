-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (strong.m) under the endless driver, all cells of its tables
-- covered: `murrelet table tc-strong`.  No cell depends on data, so that one
-- value (VALUES=1) is enough.
include "../../lib/orders.m"
include "../../lib/endless.m"
include "strong.m"
include "coverage-strong.m"
include "../../../invariants/none.m"
