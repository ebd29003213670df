-- SPDX-License-Identifier: BSD-2-Clause
-- Finite queues of MESI (lib/parts/bank.m), with BANK=1, and what the caches have for
-- their misses and evictions.  A FIFO a class:
--
--   A_REQUEST               to the bank  GETS, GETX, UPGRADE, PUTX
--   OWNER_DATA, L2_INVACK   to the bank  responses: owners' data, INVACKs of a recall
--   AN_UNBLOCK              to the bank  UNBLOCK, EXCLUSIVE_UNBLOCK
--   A_FORWARD               to a CU      FWD_GETS, FWD_GETX, INV
--   A_GRANT, AN_INVACK, A_WB_ACK
--                           to a CU      responses: of the L2, of an owner, INVACKs

include "../lib/parts/bank.m"

const
  REQUESTS: 2;          -- places
  RESPONSES_UP: 1;
  UNBLOCKS: 1;
  FORWARDS: 1;
  RESPONSES: 1;
  ORDER_DEPTH: BANK * (REQUESTS + RESPONSES_UP + UNBLOCKS + FORWARDS + RESPONSES);

  L1_WAYS: LINES;       -- of an L1: lines in S, E, M, and those that are asked for
  L1_MSHRS: LINES;      -- its miss registers: of IS, IM, SM, IS_I
  WRITE_BACKS: LINES;   -- its write-back buffer: lines in M_I, SINK_WB_ACK

type
  message_class: enum { A_REQUEST, OWNER_DATA, L2_INVACK, AN_UNBLOCK,
                        A_FORWARD, A_GRANT, AN_INVACK, A_WB_ACK };
  bank_fifo: enum { REQUEST_FIFO, RESPONSE_UP_FIFO, UNBLOCK_FIFO };
  cu_fifo: enum { FORWARD_FIFO, RESPONSE_FIFO };

include "../lib/parts/l2-resources.m"

function BankFifo(k: message_class): bank_fifo;
begin
  switch k
    case OWNER_DATA, L2_INVACK: return SHARED_UP = 1 ? REQUEST_FIFO : RESPONSE_UP_FIFO;
    case AN_UNBLOCK: return SHARED_UP = 1 ? REQUEST_FIFO : UNBLOCK_FIFO;
    else return REQUEST_FIFO;
  end;
end;

function CuFifo(k: message_class): cu_fifo;
begin
  return k = A_FORWARD | SHARED_DOWN = 1 ? FORWARD_FIFO : RESPONSE_FIFO;
end;

function Places(k: message_class): 0 .. ORDER_DEPTH;
begin
  switch k
    case A_REQUEST, OWNER_DATA, L2_INVACK, AN_UNBLOCK:
      switch BankFifo(k)
        case REQUEST_FIFO: return REQUESTS + SHARED_UP * (RESPONSES_UP + UNBLOCKS);
        case RESPONSE_UP_FIFO: return RESPONSES_UP;
        case UNBLOCK_FIFO: return UNBLOCKS;
      end;
    else
      return CuFifo(k) = RESPONSE_FIFO ? RESPONSES : FORWARDS + SHARED_DOWN * RESPONSES;
  end;
end;

function NamesSender(k: message_class): boolean;
begin
  return k = A_REQUEST;
end;

-- The L1's resources.

function Missing(s: l1_state): boolean;
begin
  return s = IS | s = IM | s = SM | s = IS_I;
end;

function Leaving(s: l1_state): boolean;
begin
  return s = M_I | s = SINK_WB_ACK;
end;

function HasL1Way(c: cu; l: line): boolean;
var used: 0 .. LINES;
begin
  if L1_WAYS >= LINES | l1[c][l].state = S then return true; end;
  used := 0;
  for m: line do
    if l1[c][m].state != I & !Leaving(l1[c][m].state) then used := used + 1; end;
  end;
  return used < L1_WAYS;
end;

function HasL1Mshr(c: cu): boolean;
var used: 0 .. LINES;
begin
  if L1_MSHRS >= LINES then return true; end;
  used := 0;
  for l: line do
    if Missing(l1[c][l].state) then used := used + 1; end;
  end;
  return used < L1_MSHRS;
end;

-- Whether the L1 can keep what a miss is for, and whether it can ask too.
function HasRegisters(c: cu; l: line): boolean;
begin
  return HasL1Way(c, l) & HasL1Mshr(c);
end;

function MayMiss(c: cu; l: line): boolean;
begin
  return HasRegisters(c, l) & RoomUp(A_REQUEST);
end;

function MayPutBack(c: cu): boolean;
var used: 0 .. LINES;
begin
  used := 0;
  for l: line do
    if Leaving(l1[c][l].state) then used := used + 1; end;
  end;
  return used < WRITE_BACKS & RoomUp(A_REQUEST);
end;

-- Whether an L1 without a free way may put out the line.
function MayReplace(c: cu; l: line): boolean;
begin
  return Resting(l1[c][l].state) & l1[c][l].state != I
    & exists m: line do l1[c][m].state = I & !HasL1Way(c, m) end;
end;

-- Whether there are places for what a forward is answered with.
function L1MayAnswer(c: cu; l: line): boolean;
begin
  alias m: forward[c][l] do
    switch m.kind
      case INV: return m.recall ? RoomUp(L2_INVACK) : RoomDown(m.requester, AN_INVACK);
      case FWD_GETS: return RoomDown(m.requester, A_GRANT) & RoomUp(OWNER_DATA);
      case FWD_GETX: return RoomDown(m.requester, A_GRANT);
      else return true;
    end;
  end;
end;

-- And for the unblock, where a grant or an INVACK is followed by one.
function L1MayTake(c: cu; l: line): boolean;
begin
  switch grant[c][l].kind
    case DATA_FROM_OWNER, DATA_EXCLUSIVE: return RoomUp(AN_UNBLOCK);
    case DATA_TO_WRITE, UPGRADED: return RoomUp(AN_UNBLOCK) | l1[c][l].due + grant[c][l].due != 0;
    else return true;
  end;
end;

function L1MayCount(c: cu; l: line): boolean;
begin
  return BANK = 0 | l1[c][l].state != SM | l1[c][l].due != 1 | RoomUp(AN_UNBLOCK);
end;

-- The L2's resources.

function Transient(s: l2_state): boolean;
begin
  return s != L2_NP & s != L2_SS & s != L2_M & s != L2_MT;
end;

function OccupiesWay(s: l2_state): boolean;
begin
  return s != L2_NP;
end;

function Recalled(s: l2_state): boolean;
begin
  return s = L2_MT_I | s = L2_MCT_I | s = L2_S_I | s = L2_I_I;
end;

-- A place for an INV to each sharer that is not c.
function RoomForInvs(c: cu; l: line): boolean;
begin
  return BANK = 0 | forall d: cu do (d != c & l2[l].sharers[d]) -> RoomDown(d, A_FORWARD) end;
end;

function RoomForData(l: line): boolean;
begin
  if BANK = 0 then
    return true;
  elsif l2[l].state = L2_IS then
    return forall c: cu do l2[l].sharers[c] -> RoomDown(c, A_GRANT) end;
  end;
  return RoomDown(l2[l].owner, A_GRANT);
end;

-- What the L2 does for a request, where the state of the line does not stall it.
function Fetches(c: cu; l: line): boolean;
begin
  return l2[l].state = L2_NP & request[c][l].kind != PUTX;
end;

function L2MayServe(c: cu; l: line): boolean;
begin
  if request[c][l].kind = PUTX then
    return RoomDown(c, A_WB_ACK);
  end;
  switch l2[l].state
    case L2_NP: return HasWay() & HasMshr();
    case L2_M: return HasMshr() & RoomDown(c, A_GRANT);
    case L2_MT: return HasMshr() & RoomDown(l2[l].owner, A_FORWARD);
    case L2_SS:
      return RoomDown(c, A_GRANT) & (request[c][l].kind = GETS | (HasMshr() & RoomForInvs(c, l)));
    else return true;
  end;
end;

function L2MayEvict(l: line): boolean;
begin
  switch l2[l].state
    case L2_M: return true;
    case L2_MT: return HasRecallRoom() & RoomDown(l2[l].owner, A_FORWARD);
    case L2_SS:
      return HasRecallRoom() & (BANK = 0 | forall c: cu do l2[l].sharers[c] -> RoomDown(c, A_FORWARD) end);
    else return false;
  end;
end;

-- Whether a request waits for another line's way.
function WantsWay(): boolean;
begin
  return !HasWay()
    & exists c: cu do exists l: line do
        request[c][l].kind != NO_REQUEST & FirstUpFrom(c, A_REQUEST, l) & Fetches(c, l)
      end end;
end;
