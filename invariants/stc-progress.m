-- SPDX-License-Identifier: BSD-2-Clause
-- STC, the rules that keep stores from waiting for ever (stc-dar.m), of every run that is
-- fair to deliveries, to the EMU and to the BSQ, and not only of some run: DAR2, every epoch
-- ends; DAR3, every epoch comes again.  With epoch skipping an epoch goes on while
-- nobody demands another, and one that nobody demands need not come.
--
-- A store needs more than DAR3: that it is issued in one of its epochs.

include "lib/epochs.m"

ruleset b: band do
  ltl "DAR2: every epoch ends"
    [] <> { !InEpoch(b) | forall x: band do x != b -> NotDemanded(x) end };

  ltl "DAR3: every epoch comes again"
    [] <> { InEpoch(b) | NotDemanded(b) };
end;
