-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak (weak.m) under the endless driver, all cells of its tables covered:
-- `murrelet table tc-weak`.  No cell depends on data, so that one value
-- (VALUES=1) is enough; without fences nobody needs a GWCT (GWCT_TABLE=0).
include "../../lib/orders.m"
include "../../lib/endless.m"
include "weak.m"
include "coverage.m"
include "../../../invariants/none.m"
