-- SPDX-License-Identifier: BSD-2-Clause
-- The cells of TC-Weak's tables in which nothing happens: stalls, and the
-- eviction of an L1 line that has no data.  TC-Strong's have them too.

include "../../lib/parts/l1-coverage.m"

-- The L2 leaves a request in its queue.
function StalledHead(l: line; s: l2_state; kind: request_kind): boolean;
begin
  return l2[l].state = s &
    exists c: cu do
      up[c][l].count > 0 & up[c][l].place[0].kind = kind
      & L2Stalls(l, up[c][l].place[0])
    end;
end;

cover "L2 I_S GETX (stall)" exists l: line do StalledHead(l, L2_I_S, GETX) end;
cover "L2 I_S UPGR (stall)" exists l: line do StalledHead(l, L2_I_S, UPGR) end;
cover "L2 I_S ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_S, ATOMIC) end;
cover "L2 I_M GETS (stall)" exists l: line do StalledHead(l, L2_I_M, GETS) end;
cover "L2 I_M GETX (stall)" exists l: line do StalledHead(l, L2_I_M, GETX) end;
cover "L2 I_M UPGR (stall)" exists l: line do StalledHead(l, L2_I_M, UPGR) end;
cover "L2 I_M ATOMIC (stall)" exists l: line do StalledHead(l, L2_I_M, ATOMIC) end;

-- The L2 may not replace a line in transition.
cover "L2 I_S Evict (stall)" exists l: line do l2[l].state = L2_I_S end;
cover "L2 I_M Evict (stall)" exists l: line do l2[l].state = L2_I_M end;
