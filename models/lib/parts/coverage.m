-- SPDX-License-Identifier: BSD-2-Clause
-- The cells in which nothing happens that the tables of GPU-VI and of Temporal
-- Coherence have alike: the evictions of l1.m's table of a line with requests
-- pending, which the CU may not replace, or that has no data; requests that an L2
-- that fetches the line leaves in their queue; and its evictions.
-- gpu-vi/coverage.m and tc/cells/coverage.m include it.

cover "L1 V_M Eviction (stall)"
  exists c: cu do exists l: line do l1[c][l].state = V_M end end;
cover "L1 I_V Eviction (stall)"
  exists c: cu do exists l: line do l1[c][l].state = I_V end end;
cover "L1 I_I Eviction"
  exists c: cu do exists l: line do l1[c][l].state = I_I end end;

-- The L2 leaves a request in its queue.
function StalledHead(l: line; s: l2_state; kind: request_kind): boolean;
begin
  return l2[l].state = s
       & exists c: cu do
           up[c][l].count > 0 & up[c][l].request[0].kind = kind & Stalled(c, l)
         end;
end;

cover "L2 I_S GETX (stall)" exists l: line do StalledHead(l, L2_I_S, GETX) end;
cover "L2 I_S ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_S, ATOMIC) end;
cover "L2 I_M GETS (stall)" exists l: line do StalledHead(l, L2_I_M, GETS) end;
cover "L2 I_M GETX (stall)" exists l: line do StalledHead(l, L2_I_M, GETX) end;
cover "L2 I_M ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_M, ATOMIC) end;

-- The L2 may not replace a line in transition.
cover "L2 I_S Evict (stall)" exists l: line do l2[l].state = L2_I_S end;
cover "L2 I_M Evict (stall)" exists l: line do l2[l].state = L2_I_M end;
