-- SPDX-License-Identifier: BSD-2-Clause
-- STC, the rules that keep stores from waiting for ever.  In terms of
-- models/stc/stc.m.  With epoch skipping a band that nobody demands has epochs
-- of no length, and an epoch ends when another band is demanded.
--
--   DAR1   every band has an epoch
--   DAR2   every epoch ends
--   DAR3   every epoch is granted again and again
--
-- DAR1 is a cover, since it asks that there is one; the others say of every
-- state that one can be reached from it.

include "lib/epochs.m"

ruleset b: band do
  cover "DAR1: every band has an epoch" InEpoch(b);

  liveness "DAR2: every epoch ends"
    !InEpoch(b) | forall x: band do x != b -> NotDemanded(x) end;

  liveness "DAR3: every epoch is granted again and again"
    InEpoch(b) | NotDemanded(b);
end;
