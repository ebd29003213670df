-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni has no more under way than its resources allow, counted by what there is
-- and not as the guards count; and these run out.  (A resource that is not bounded
-- does not run out.)

include "../gpu-vi/l1-bounds.m"

type
  resource: enum { A_WAY, A_REGISTER, AN_ENTRY, A_VICTIM };

function Has(s: l2_state; r: resource): boolean;
begin
  switch s
    case L2_I: return false;
    case L2_N, L2_S: return r = A_WAY | r = AN_ENTRY;
    case L2_N_D, L2_S_D: return r = AN_ENTRY;
    case L2_M_I_C: return VICTIMS = 0 ? r = A_REGISTER | r = AN_ENTRY : r = A_VICTIM;
    case L2_M_I_D: return VICTIMS = 0 ? r != A_VICTIM : r = A_VICTIM;
    else return r != A_VICTIM;
  end;
end;

function Taken(r: resource): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    if Has(l2[l].state, r) then n := n + 1; end;
  end;
  return n;
end;

invariant "the L2 has no more lines than ways" Taken(A_WAY) <= WAYS;
invariant "the L2 has no more misses than miss registers" Taken(A_REGISTER) <= MSHRS;
invariant "the directory has no more lines than entries" Taken(AN_ENTRY) <= ENTRIES;
invariant "the directory recalls no more lines than its victim buffer holds" Taken(A_VICTIM) <= VICTIMS;

function Unstalled(c: cu; l: line): boolean;
begin
  return up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & !Stalled(c, l);
end;

cover "a request waits for a way"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (l2[l].state = L2_N_D | l2[l].state = L2_S_D | l2[l].state = L2_I) & Taken(A_WAY) = WAYS
    end end;
cover "a request waits for an entry, and a line must be recalled"
  ENTRIES >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & l2[l].state = L2_I & Taken(AN_ENTRY) = ENTRIES
      & exists m: line do l2[m].state = L2_S | l2[m].state = L2_S_D end
    end end;
cover "a request waits for a miss register of the L2"
  MSHRS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & (!HasData(l) | (l2[l].state = L2_S & up[c][l].request[0].kind != GETS & !Private(c, l)))
      & Taken(A_REGISTER) = MSHRS
    end end;
cover "a request waits for a line that is in the victim buffer"
  VICTIMS = 0
  | exists c: cu do exists l: line do
      up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & (l2[l].state = L2_M_I_C | l2[l].state = L2_M_I_D)
    end end;
