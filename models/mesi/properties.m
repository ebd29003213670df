-- SPDX-License-Identifier: BSD-2-Clause
-- What MESI's L2 promises of its own copy and list.

-- Inclusion: the L2 knows of every copy, or has asked for it back.
invariant "inclusion"
  forall c: cu do forall l: line do
    (l1[c][l].state = S ->
       forward[c][l].kind = INV | l2[l].sharers[c])
    & (MayWrite(c, l) ->
       l2[l].state = L2_MT | l2[l].state = L2_MT_MB | l2[l].state = L2_SS_MB
       | forward[c][l].kind != NO_FORWARD)
  end end;

invariant "data-value of the L2"
  forall l: line do forall w: word do
    (l2[l].state = L2_SS | l2[l].state = L2_M -> l2[l].data[w] = latest[l][w])
    & (l2[l].state = L2_NP -> memory[l][w] = latest[l][w])
  end end;
