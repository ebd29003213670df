-- SPDX-License-Identifier: BSD-2-Clause
-- Inclusion: the sharer list is a superset of the CUs that have a copy, until
-- the L2 has asked them to drop it.

include "l1-transient.m"

invariant "inclusion"
  forall c: cu do forall l: line do
    (exists w: word do MayRead(c, l, w) end) ->
      inv[c][l] | ((l2[l].state = L2_S | l2[l].state = L2_S_M) & l2[l].sharers[c])
  end end;
