-- SPDX-License-Identifier: BSD-2-Clause
-- STC, epoch rule ER3: at any logical time all CUs are in the same epochs.  In
-- terms of models/stc/stc.m.  A CU that has sent ReadyAck and has no new epoch
-- yet is between two: it writes nothing.  All others agree, on the epochs and
-- on which bands they are of.

invariant "ER3: all CUs are in the same epochs"
  forall c: cu do forall d: cu do
    UsedCu(c) & UsedCu(d) & !unit[c].acked & !unit[d].acked
    -> unit[c].epoch = unit[d].epoch & unit[c].map = unit[d].map
  end end;
