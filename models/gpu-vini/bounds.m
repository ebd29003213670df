-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni has no more under way than its resources allow, counted by what there is
-- and not as the guards count; and these run out.  (A resource that is not bounded
-- does not run out.)

include "../gpu-vi/l1-bounds.m"
include "../../invariants/lib/l2-bounds.m"

function L2Has(s: l2_state; r: counted_resource): boolean;
begin
  switch s
    case L2_I: return false;
    case L2_N, L2_S: return r = WAY | r = ENTRY;
    case L2_N_D, L2_S_D: return r = ENTRY;
    case L2_M_I_C: return VICTIMS = 0 ? r = REGISTER | r = ENTRY : r = VICTIM;
    case L2_M_I_D: return VICTIMS = 0 ? r != VICTIM : r = VICTIM;
    else return r != VICTIM;
  end;
end;

invariant "the directory has no more lines than entries" Taken(ENTRY) <= ENTRIES;

cover "a request waits for a way"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (l2[l].state = L2_N_D | l2[l].state = L2_S_D | l2[l].state = L2_I) & Taken(WAY) = WAYS
    end end;
cover "a request waits for an entry, and a line must be recalled"
  ENTRIES >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & l2[l].state = L2_I & Taken(ENTRY) = ENTRIES
      & exists m: line do l2[m].state = L2_S | l2[m].state = L2_S_D end
    end end;
cover "a request waits for a miss register of the L2"
  MSHRS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (!HasData(l) | (l2[l].state = L2_S & up[c][l].request[0].kind != GETS & !Private(c, l)))
      & Taken(REGISTER) = MSHRS
    end end;
cover "a request waits for a line that is in the victim buffer"
  VICTIMS = 0
  | exists c: cu do exists l: line do
      up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & (l2[l].state = L2_M_I_C | l2[l].state = L2_M_I_D)
    end end;
