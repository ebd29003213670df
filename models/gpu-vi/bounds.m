-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI has no more under way than its resources allow, counted by what there is and
-- not as the guards count; and these run out.  (A resource that is not bounded does
-- not run out.)

include "l1-bounds.m"
include "../../invariants/lib/l2-bounds.m"

function L2Has(s: l2_state; r: counted_resource): boolean;
begin
  switch s
    case L2_N, L2_S: return r = WAY;
    case L2_I_S, L2_I_M, L2_S_M: return r = WAY | r = REGISTER;
    case L2_M_I: return VICTIMS = 0 ? r = WAY | r = REGISTER : r = VICTIM;
    else return false;
  end;
end;

cover "a request waits for a way, and its line must be recalled"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & l2[l].state = L2_I & Taken(WAY) = WAYS & exists m: line do l2[m].state = L2_S end
    end end;
cover "a request waits for a miss register of the L2"
  MSHRS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (l2[l].state = L2_I | (l2[l].state = L2_S & up[c][l].request[0].kind != GETS & !Private(c, l)))
      & Taken(REGISTER) = MSHRS
    end end;
cover "a request waits for a line that is in the victim buffer"
  VICTIMS = 0
  | exists c: cu do exists l: line do
      up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & l2[l].state = L2_M_I
    end end;
