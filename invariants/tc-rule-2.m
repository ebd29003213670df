-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, Rule #2 (Singh, thesis, 7.1.1): the L2's time of a line
-- is no earlier than that of any copy, installed or on its way.
--
-- Promised by TC-Strong, TC-Weak, LCC.  Caught: models/tc/mutants/weak-expired-fill-installs.patch.

invariant "Rule #2: GT is no earlier than any LT"
  forall l: line do
    forall c: cu do
      CopyLeft(c, l) <= SharedLeft(l) & FillLeft(c, l) <= SharedLeft(l)
      & RenewedLeft(c, l) <= SharedLeft(l)
    end
  end;
