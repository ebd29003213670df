-- SPDX-License-Identifier: BSD-2-Clause
-- The cells of GPU-VI's tables in which nothing happens: stalls, and the
-- eviction of an L1 line that has no data.

include "../lib/parts/coverage.m"

-- While INVACKs are awaited the L2 serves nothing, and replaces nothing.
cover "L2 S_M GETS (stall)" exists l: line do StalledHead(l, L2_S_M, GETS) end;
cover "L2 S_M GETX (stall)" exists l: line do StalledHead(l, L2_S_M, GETX) end;
cover "L2 S_M ATOMIC (stall)" exists l: line do StalledHead(l, L2_S_M, ATOMIC) end;
cover "L2 S_M Evict (stall)" exists l: line do l2[l].state = L2_S_M end;
cover "L2 M_I GETS (stall)" exists l: line do StalledHead(l, L2_M_I, GETS) end;
cover "L2 M_I GETX (stall)" exists l: line do StalledHead(l, L2_M_I, GETX) end;
cover "L2 M_I ATOMIC (stall)" exists l: line do StalledHead(l, L2_M_I, ATOMIC) end;
cover "L2 M_I Evict (stall)" exists l: line do l2[l].state = L2_M_I end;
