-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rules #2 and #3 (Singh, thesis, 7.1.1): what holds of
-- leases at every moment, on TC-Strong and TC-Weak.  In terms of models/tc/tc.m.

-- Rule #2: the L2's time is no earlier than that of any copy, installed or on
-- its way.
invariant "Rule #2: GT is no earlier than any LT"
  forall l: line do
    forall c: cu do
      l1[c][l].lt <= l2[l].gt & (l1[c][l].fetch = ANSWERED -> l1[c][l].fill_lt <= l2[l].gt)
    end
  end;

-- Rules #3 and #4: what the L1 has it may read, until its time is over.
invariant "Rules #3, #4: data and a time that is not over, or neither"
  forall l: line do
    forall c: cu do
      forall w: word do
        isundefined(l1[c][l].data[w]) = (l1[c][l].lt < 0)
      end
    end
  end;
