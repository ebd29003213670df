-- SPDX-License-Identifier: BSD-2-Clause
-- A lease on the L2's version ends by the time that the L2 keeps for the line;
-- one on an older version ends before the last version's time.  A value names
-- its version (the free driver), so a lease is on the L2's where it has its
-- data.  A line that is not in the L2 keeps the bank's time.
-- needs: named-values

-- Whether a lease that ends at `end` on a version with this value is lawful.
function Lawful(l: line; w: word; v: value; ends: time): boolean;
begin
  return v = l2[l].data[w] ? ends <= l2[l].exp | (l2[l].present & ends < l2[l].ver)
       : !l2[l].present ? ends <= l2[l].exp
       : ends < l2[l].ver;
end;

invariant "the lease of a copy is the L2's, or has ended before its version"
  forall c: cu do forall l: line do forall w: word do
    l1[c][l].valid -> Lawful(l, w, l1[c][l].data[w], l1[c][l].exp)
  end end end;

invariant "the lease of a fill is the L2's, or has ended before its version"
  forall c: cu do forall l: line do forall w: word do
    l1[c][l].fetch = ANSWERED -> Lawful(l, w, l1[c][l].fill[w], l1[c][l].fill_exp)
  end end end;
