-- SPDX-License-Identifier: BSD-2-Clause
-- STC, epoch rule ER4: addresses of a band can be read in any epoch.  In terms
-- of models/stc/stc.m.  What may keep a load is an older access of the CU to
-- the same address, in the coalescer, and nothing else; no load is in the BSQ.

invariant "ER4: every band can be read in any epoch"
  forall c: cu do forall l: line do forall w: word do
    (slot[c][l][w].state = FREE -> AcceptsRead(c, l, w))
    & (slot[c][l][w].state = BLOCKED -> !slot[c][l][w].load)
  end end end;
