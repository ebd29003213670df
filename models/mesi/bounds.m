-- SPDX-License-Identifier: BSD-2-Clause
-- MESI has no more under way than its resources allow, counted by what there is and
-- not as the guards count; and these run out.  (A resource that is not bounded does
-- not run out.)

include "../../invariants/lib/l2-bounds.m"

type
  l1_resource: enum { AN_L1_WAY, AN_L1_REGISTER, A_WRITE_BACK };

function L1Has(s: l1_state; r: l1_resource): boolean;
begin
  switch s
    case I: return false;
    case S, E, M: return r = AN_L1_WAY;
    case IS, IM, SM, IS_I: return r = AN_L1_WAY | r = AN_L1_REGISTER;
    case M_I, SINK_WB_ACK: return r = A_WRITE_BACK;
  end;
end;

function L2Has(s: l2_state; r: counted_resource): boolean;
begin
  switch s
    case L2_NP: return false;
    case L2_SS, L2_M, L2_MT: return r = WAY;
    case L2_MT_I, L2_MCT_I, L2_S_I, L2_I_I: return VICTIMS = 0 ? r != VICTIM : r = VICTIM;
    else return r != VICTIM;
  end;
end;

function L1Taken(c: cu; r: l1_resource): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    if L1Has(l1[c][l].state, r) then n := n + 1; end;
  end;
  return n;
end;

invariant "an L1 has no more lines than ways" forall c: cu do L1Taken(c, AN_L1_WAY) <= L1_WAYS end;
invariant "an L1 has no more misses than miss registers"
  forall c: cu do L1Taken(c, AN_L1_REGISTER) <= L1_MSHRS end;
invariant "an L1 writes no more lines back than its buffer holds"
  forall c: cu do L1Taken(c, A_WRITE_BACK) <= WRITE_BACKS end;

function Unstalled(c: cu; l: line): boolean;
begin
  return request[c][l].kind != NO_REQUEST & FirstUpFrom(c, A_REQUEST, l) & !L2Stalls(l, request[c][l].kind);
end;

cover "a thread waits for a miss register"
  L1_MSHRS >= LINES
  | exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & L1Taken(CuOf(t), AN_L1_REGISTER) = L1_MSHRS
    end end;
cover "a miss waits for a modified line to be written back"
  L1_WAYS >= LINES
  | exists t: thread do exists l: line do
      pending[t] < OUTSTANDING & l1[CuOf(t)][l].state = I & L1Taken(CuOf(t), AN_L1_WAY) = L1_WAYS
      & exists m: line do l1[CuOf(t)][m].state = M end
    end end;
cover "a modified line waits for the write-back buffer"
  WRITE_BACKS >= LINES
  | exists c: cu do exists l: line do
      l1[c][l].state = M & L1Taken(c, A_WRITE_BACK) = WRITE_BACKS
    end end;
cover "a request waits for a way, and an owner must be recalled"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & Fetches(c, l) & Taken(WAY) = WAYS & exists m: line do l2[m].state = L2_MT end
    end end;
cover "a request waits for a way, and sharers must be recalled"
  WAYS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & Fetches(c, l) & Taken(WAY) = WAYS & exists m: line do l2[m].state = L2_SS end
    end end;
cover "a request waits for a miss register of the L2"
  MSHRS >= LINES
  | exists c: cu do exists l: line do
      Unstalled(c, l) & request[c][l].kind != PUTX & !(request[c][l].kind = GETS & l2[l].state = L2_SS)
      & Taken(REGISTER) = MSHRS
    end end;
cover "a request waits for a line that is in the victim buffer"
  VICTIMS = 0
  | exists c: cu do exists l: line do
      request[c][l].kind != NO_REQUEST & FirstUpFrom(c, A_REQUEST, l) & L2Has(l2[l].state, VICTIM)
    end end;
