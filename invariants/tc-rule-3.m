-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rule #3 (Singh, thesis, 7.1.1): an L1 installs data and
-- their time only if that time is not past; so there are data where there is
-- a lease, and nowhere else.
--
-- Promised by TC-Strong, TC-Weak, LCC.  Caught: models/tc/mutants/strong-expired-fill-installs.patch.

invariant "Rule #3: data and a lease that is not over, or neither"
  forall l: line do
    forall c: cu do
      forall w: word do
        isundefined(l1[c][l].data[w]) = (CopyLeft(c, l) < 0)
      end
    end
  end;
