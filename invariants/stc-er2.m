-- SPDX-License-Identifier: BSD-2-Clause
-- STC, epoch rule ER2: addresses of a band are written only in its epoch; and
-- what ReadyAck says: this CU changes no band any more.  In terms of
-- models/stc/stc.m.  A store may be written while it is neither in the BSQ nor
-- acknowledged.

function MayBeWritten(c: cu; l: line; w: word): boolean;
begin
  return IsStore(c, l, w) & slot[c][l][w].state != BLOCKED;
end;

invariant "ER2: a band is written only in its epoch"
  forall c: cu do forall l: line do forall w: word do
    MayBeWritten(c, l, w) -> Current(c, l)
  end end end;

invariant "ReadyAck: no store until the epoch has changed"
  forall c: cu do
    unit[c].acked -> forall l: line do forall w: word do !MayBeWritten(c, l, w) end end
  end;
