-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rule #1 (Singh, thesis, 7.1.1): all parts see the same
-- TIME at the same moment.  A lease is the time left here, and each part
-- counts its own down; so while a line is private, the one copy's lease, as
-- its L1 counts it, is the lease that the L2 gave and counts.
--
-- Promised by TC-Strong.  (On TC-Weak a store of another CU steps the L2's time
-- and leaves the line private.)  Caught: models/tc/mutants/strong-l1-clock-runs-fast.patch.

invariant "Rule #1: all parts see the same TIME"
  forall l: line do
    forall c: cu do
      Private(l) & CopyLeft(c, l) >= 0 -> CopyLeft(c, l) = SharedLeft(l)
    end
  end;
