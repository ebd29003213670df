-- SPDX-License-Identifier: BSD-2-Clause
-- The evictions of l1.m's table in which nothing happens: a CU has a pending line
-- that it may not replace, or one that has no data.  gpu-vi/coverage.m and
-- tc/cells/coverage.m include it.

cover "L1 V_M Eviction (stall)"
  exists c: cu do exists l: line do l1[c][l].state = V_M end end;
cover "L1 I_V Eviction (stall)"
  exists c: cu do exists l: line do l1[c][l].state = I_V end end;
cover "L1 I_I Eviction"
  exists c: cu do exists l: line do l1[c][l].state = I_I end end;
