-- SPDX-License-Identifier: BSD-2-Clause
-- STC: which bands are in an epoch, and which nobody waits for.  In terms of models/stc/stc.m.

-- With epoch skipping (ES and later) such a band has epochs of no length.
function NotDemanded(b: band): boolean;
begin
  return FORM >= ES & forall c: cu do forall l: line do Blocked(c, l) -> BandAt(c, l) != b end end;
end;

function InEpoch(b: band): boolean;
begin
  return exists c: cu do UsedCu(c) & unit[c].epoch[b] end;
end;
