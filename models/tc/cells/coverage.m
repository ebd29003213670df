-- SPDX-License-Identifier: BSD-2-Clause
-- The cells of TC-Weak's tables in which nothing happens: stalls, and the
-- eviction of an L1 line that has no data.  TC-Strong's have them too.

include "../../lib/parts/coverage.m"

cover "L2 I_S UPGR (stall)" exists l: line do StalledHead(l, L2_I_S, UPGR) end;
cover "L2 I_M UPGR (stall)" exists l: line do StalledHead(l, L2_I_M, UPGR) end;
