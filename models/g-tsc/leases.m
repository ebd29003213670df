-- SPDX-License-Identifier: BSD-2-Clause
-- The leases of G-TSC, for lib/leases.m.
-- needs: named-values

function Lawful(l: line; w: word; v: value; ends: time): boolean;
begin
  return v = l2[l].data[w] | !l2[l].present ? ends <= l2[l].rts : ends < l2[l].wts;
end;

function Leased(c: cu; l: line): boolean; begin return l1[c][l].valid & !l1[c][l].locked; end;
function LeaseEnds(c: cu; l: line): time; begin return l1[c][l].rts; end;
function Filled(c: cu; l: line): boolean; begin return l1[c][l].fetch = FILLED; end;

invariant "a version's lease does not end before its time"
  forall l: line do l2[l].present -> l2[l].wts <= l2[l].rts end;

include "../lib/leases.m"
