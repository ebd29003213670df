-- SPDX-License-Identifier: BSD-2-Clause
-- The directory covers every valid L1 line, until it has asked for it back.

include "../gpu-vi/l1-transient.m"

invariant "directory inclusion"
  forall c: cu do forall l: line do
    (exists w: word do MayRead(c, l, w) end) ->
      inv[c][l] | (l2[l].sharers[c] & l2[l].state != L2_I & l2[l].state != L2_N & l2[l].state != L2_N_D)
  end end;

-- What is not inclusive: an L1 may hit a line that the L2 does not have.
cover "a copy that the L2 does not have"
  exists c: cu do exists l: line do l1[c][l].state = V & l2[l].state = L2_S_D end end;
