-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI: write-through, write-no-allocate L1s under an inclusive writeback L2
-- with a full-map sharer list.
--
-- machine: source: I. Singh, "Cache Coherence for GPU Architectures", MASc thesis, University of British Columbia 2013, 2.2.4, Tables 2.4 and 2.5
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions inclusion swmr data-value
-- machine: lowering: lib/waits.m; every scope counts as the whole system
-- machine: variant opt-1-only: PENDING_MISSES=0
-- machine: variant neither: WRITE_AT_ONCE=0 PENDING_MISSES=0
-- machine: variant queues: BANK=1 PENDING=2 STORE_BUFFER=1 WAYS=1 MSHRS=1 VICTIMS=1, finite resources (queues.m)
-- machine: variant one-network: BANK=1 PENDING=2 SHARED_UP=1 SHARED_DOWN=1, one FIFO in each direction
-- machine: values STEPS WRITE_AT_ONCE PENDING_MISSES BANK SHARED_UP SHARED_DOWN: 0..1
-- machine: values PENDING: 2..16
-- machine: values L1_MSHRS WAYS MSHRS REQUESTS INVACKS RESPONSES INVS: 1..16
-- machine: values STORE_BUFFER VICTIMS: 0..16
--
-- Files.  l1.m has the L1 and the networks, queues.m networks that can be full, this
-- file the L2, l2.m what the L2 does in any state, deliveries.m the rules that deliver
-- messages and the machine interface; gpu-vini.m shares all but this one.
--
-- Tables.  tables/l1.csv and tables/l2.csv are the published tables.  In l1.m
-- and below, a column is a procedure and a row a case of it, in the order of the tables;
-- each cell that acts has a cover "L1 STATE EVENT" or "L2 STATE EVENT", the
-- stalls are L2Stalls (their covers are in coverage.m, with L1 evictions that
-- stall), and a cell that is impossible is an error
-- "L1 STATE, STATE EVENT: why" where something could bring it about.
-- `murrelet table gpu-vi` draws both tables back; table-notes.tsv explains.
--
-- What is modelled.  A load that hits completes at once.  The first load that
-- misses fetches the line (I_V), and later ones merge with it in the L1's miss
-- registers, which is why the table has no I_V Load; in V_M and I_I each load
-- makes its own request, and what comes back is not installed.  Stores never
-- merge: each has its GETX and its ACK.  Atomics are performed at the L2.
-- A fence waits for the thread's own responses (lib/waits.m), because an ACK
-- says that the store is visible to all; nothing is invalidated.  Litmus tests
-- run reduced (STEPS=0, l1.m says what is one step then); the tables and the
-- drivers without a program do not.
--
-- Network.  Four virtual networks, one a class of message, each with
-- point-to-point order; every line is in a bank of its own, so order is kept
-- for each CU and line:
--   up         L1 to L2   requests: GETS, GETX, ATOMIC
--   down       L2 to L1   answers: DATA, ACK
--   inv        L2 to L1   INV, RCL: at most one outstanding for a CU and line
--   inv_ack    L1 to L2   INVACK
-- Queues are never full so.  With BANK=1 they are as queues.m says: one bank, one
-- FIFO a class, or a direction, of finite places, in which what stands at the head
-- holds up all behind it; and L1_MSHRS, STORE_BUFFER, WAYS, MSHRS and VICTIMS bound
-- what the caches have.
--
-- Data that nobody will read are undefined, so that no state is counted twice
-- and reading them is an error.

include "l1.m"

-- ---- L2 ----

type
  l2_state: enum { L2_I, L2_N, L2_S, L2_I_S, L2_I_M, L2_S_M, L2_M_I };

include "l2.m"

-- Table 2.5: the L2, but for the cells that l2.m has.

function HasData(l: line): boolean;
begin
  return l2[l].state = L2_N | l2[l].state = L2_S | l2[l].state = L2_S_M;
end;

function StateOfFetch(kind: request_kind): l2_state; begin return L2_I_M; end;
function StateOfInv(kind: request_kind): l2_state;   begin return L2_S_M; end;

procedure Without(c: cu; l: line; var m: request_message);
begin
  error "L2: the request is stalled here";
end;

procedure WriteFetched(l: line);
begin
  SetL2(l, L2_N);
  if l2[l].miss.kind = GETX then
    cover "L2 I_M Mem Data (store)" true;
    PerformStore(l, l2[l].miss);
  else
    cover "L2 I_M Mem Data (atomic)" true;
    PerformAtomic(l, l2[l].miss);
  end;
  undefine l2[l].miss;
end;

-- Reduced, the L2 is never without the line: the first request would fetch it.
procedure Idle(l: line);
begin
  if STEPS = 0 then
    l2[l].data := memory[l];
    SetL2(l, L2_N);
  end;
end;

procedure L2AllInvAck(l: line);
begin
  switch l2[l].state
    case L2_S_M:
      ClearSharers(l);
      if l2[l].miss.kind = GETX then
        cover "L2 S_M ALL INVACK (store)" true;
        l2[l].sharers[CuOf(l2[l].miss.thread)] := true;
        PerformStore(l, l2[l].miss);
        SetL2(l, L2_S);
      else
        cover "L2 S_M ALL INVACK (atomic)" true;
        PerformAtomic(l, l2[l].miss);
        SetL2(l, L2_N);
      end;
      undefine l2[l].miss;
    case L2_M_I: cover "L2 M_I ALL INVACK" true;  SetL2(l, L2_I); Idle(l);
    else error "L2 I, N, S, I_S, I_M ALL INVACK: none is awaited";
  end;
end;

-- Whether the L2 leaves this request in its queue.
function L2Stalls(l: line; kind: request_kind): boolean;
begin
  switch l2[l].state
    case L2_I, L2_N, L2_S: return false;
    case L2_I_S: return kind != GETS;
    case L2_I_M, L2_S_M, L2_M_I: return true;
  end;
end;

procedure L2Evict(l: line);
begin
  if l2[l].state = L2_N then
    SetL2(l, L2_I);
  else
    SendRcl(l);
    SetL2(l, L2_M_I);
    AwaitInvAcks(l);
  end;
end;

function AwaitsData(l: line): boolean;
begin
  return l2[l].state = L2_I_S | l2[l].state = L2_I_M;
end;

-- Of finite resources.

function Recalled(s: l2_state): boolean;    begin return s = L2_M_I; end;
function OccupiesWay(s: l2_state): boolean; begin return s != L2_I; end;
function Transient(s: l2_state): boolean;   begin return s != L2_I & s != L2_N & s != L2_S; end;
function HasEntry(l: line): boolean;        begin return true; end;
function RecallsOnEviction(): boolean;      begin return true; end;
function WritesAtData(l: line): boolean;    begin return l2[l].state = L2_I_M; end;
function WritesAtAck(l: line): boolean;     begin return l2[l].state = L2_S_M; end;

-- What deliveries.m needs of the L2.

function L2Idle(l: line): boolean;
begin
  return l2[l].state = L2_I | l2[l].state = L2_N | l2[l].state = L2_S;
end;

-- Whether the L2 performs no store of the line now.
function Unmodified(l: line): boolean;
begin
  return l2[l].state = L2_N | l2[l].state = L2_S;
end;

-- Reduced, the list is exact.
procedure SharerGone(c: cu; l: line);
begin
  if l2[l].state = L2_S & l2[l].sharers[c] then
    l2[l].sharers[c] := false;
    if forall d: cu do !l2[l].sharers[d] end then
      SetL2(l, L2_N);
    end;
  end;
end;

procedure DropUnshared(l: line); begin end; -- no room is taken by its entry

include "deliveries.m"

-- A store of c is performed at the L2 alone: c is the only sharer, or the last
-- copy of another has just been dropped for it.  (In N no L1 has a permission,
-- and the L2 performs the stores of all in the order of their coming.)
function MayWrite(c: cu; l: line): boolean;
begin
  switch l2[l].state
    case L2_S:
      return Private(c, l);
    case L2_S_M:
      return CuOf(l2[l].miss.thread) = c & forall d: cu do !inv[d][l] end;
    else
      return false;
  end;
end;
