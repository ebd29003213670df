-- SPDX-License-Identifier: BSD-2-Clause
-- The leases of RCC, for lib/leases.m.
-- needs: named-values

function Lawful(l: line; w: word; v: value; ends: time): boolean;
begin
  return v = l2[l].data[w] ? ends <= l2[l].exp | (l2[l].present & ends < l2[l].ver)
       : !l2[l].present ? ends <= l2[l].exp
       : ends < l2[l].ver;
end;

function Leased(c: cu; l: line): boolean; begin return l1[c][l].valid; end;
function LeaseEnds(c: cu; l: line): time; begin return l1[c][l].exp; end;
function Filled(c: cu; l: line): boolean; begin return l1[c][l].fetch = ANSWERED; end;

include "../lib/leases.m"
