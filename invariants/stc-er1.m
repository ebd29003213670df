-- SPDX-License-Identifier: BSD-2-Clause
-- STC, epoch rule ER1: addresses of a band are not cached in its epoch.  In
-- terms of models/stc/stc.m.
--
-- A line of the band may still be there, since invalidation is lazy; what may
-- not be is that a CU would hit it.  The epoch is the band's for a CU that may
-- write the band: its register says so and it has not sent ReadyAck (with
-- SKEW=2, and the EMU has all DoneAcks).  While
-- such a CU exists nobody, in whatever epoch it takes itself to be, may hit.

invariant "ER1: no address of a band is cached in the band's epoch"
  forall l: line do
    (exists d: cu do UsedCu(d) & Current(d, l) & !unit[d].acked & !(SKEW = 2 & emu.phase = CHANGING) end)
    -> forall c: cu do !(l1[c][l].valid & Cacheable(c, l)) end
  end;
