-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rule #4 (Singh, thesis, 7.1.1): a load reads at its L1
-- only while the copy's lease is not over, and at the L2 only while the L2's
-- time is not.  The L2 extends its time before it reads, so what is on its way
-- to be installed has a lease within the L2's, which is Rule #2; here is the
-- L1's part.
--
-- Promised by TC-Strong, TC-Weak, LCC.  Caught: models/tc/mutants/strong-l1-reads-expired.patch.

invariant "Rule #4: an L1 reads no copy whose lease is over"
  forall l: line do
    forall c: cu do
      forall w: word do
        MayRead(c, l, w) -> CopyLeft(c, l) >= 0
      end
    end
  end;
