-- SPDX-License-Identifier: BSD-2-Clause
-- A lease on the L2's version ends by the time that the L2 keeps for the line;
-- one on an older version ends before the last version's time.  A value names
-- its version (the free driver), so a lease is on the L2's where it has its
-- data.  A line that is not in the L2 keeps the bank's time.  Observed on the
-- machines of logical time by rcc/leases.m and g-tsc/leases.m, which give
--   function Lawful(l, w, v, ends): boolean  a lease that ends at `ends` on a version
--                                            with this value is lawful
--   function Leased(c, l): boolean           the copy can be read till LeaseEnds(c, l)
--   function Filled(c, l): boolean           data are on their way to the L1.

invariant "the lease of a copy is the L2's, or has ended before its version"
  forall c: cu do forall l: line do forall w: word do
    Leased(c, l) -> Lawful(l, w, l1[c][l].data[w], LeaseEnds(c, l))
  end end end;

invariant "the lease of a fill is the L2's, or has ended before its version"
  forall c: cu do forall l: line do forall w: word do
    Filled(c, l) -> Lawful(l, w, l1[c][l].fill.data[w], l1[c][l].fill.ends)
  end end end;
