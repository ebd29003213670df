-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak, Property #2' (Singh, thesis, 7.2): an unexpired copy has seen every
-- store performed before the answer that set its time left the L2.  What the
-- protocol needs of it: a copy whose time is the L2's is as new as the L2's
-- line, but for stores of its own CU on their way.  That is what a matching
-- upgrade (TS ==) is answered by.
--
-- Promised by TC-Weak.  Caught: models/tc/mutants/weak-no-time-step.patch.

invariant "Property #2': a copy with the L2's time is as new as the L2's line"
  forall l: line do
    forall c: cu do
      forall w: word do
        CopyLeft(c, l) >= 0 & CopyLeft(c, l) = SharedLeft(l) & !StoreOnItsWay(c, l, w)
        -> l1[c][l].data[w] = Latest(l, w)
      end
    end
  end;
