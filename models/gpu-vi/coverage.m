-- SPDX-License-Identifier: BSD-2-Clause
-- The cells of GPU-VI's tables in which nothing happens: stalls, and the
-- eviction of an L1 line that has no data.

include "../lib/parts/l1-coverage.m"

-- The L2 leaves a request in its queue.
function StalledHead(l: line; s: l2_state; kind: request_kind): boolean;
begin
  return l2[l].state = s &
    exists c: cu do
      request[c][l].count > 0 & request[c][l].place[0].kind = kind
    end;
end;

cover "L2 I_S GETX (stall)" exists l: line do StalledHead(l, L2_I_S, GETX) end;
cover "L2 I_S ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_S, ATOMIC) end;
cover "L2 I_M GETS (stall)" exists l: line do StalledHead(l, L2_I_M, GETS) end;
cover "L2 I_M GETX (stall)" exists l: line do StalledHead(l, L2_I_M, GETX) end;
cover "L2 I_M ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_M, ATOMIC) end;
cover "L2 S_M GETS (stall)" exists l: line do StalledHead(l, L2_S_M, GETS) end;
cover "L2 S_M GETX (stall)" exists l: line do StalledHead(l, L2_S_M, GETX) end;
cover "L2 S_M ATOMIC (stall)" exists l: line do StalledHead(l, L2_S_M, ATOMIC) end;
cover "L2 M_I GETS (stall)" exists l: line do StalledHead(l, L2_M_I, GETS) end;
cover "L2 M_I GETX (stall)" exists l: line do StalledHead(l, L2_M_I, GETX) end;
cover "L2 M_I ATOMIC (stall)" exists l: line do StalledHead(l, L2_M_I, ATOMIC) end;

-- The L2 may not replace a line in transition.
cover "L2 I_S Evict (stall)" exists l: line do l2[l].state = L2_I_S end;
cover "L2 I_M Evict (stall)" exists l: line do l2[l].state = L2_I_M end;
cover "L2 S_M Evict (stall)" exists l: line do l2[l].state = L2_S_M end;
cover "L2 M_I Evict (stall)" exists l: line do l2[l].state = L2_M_I end;
