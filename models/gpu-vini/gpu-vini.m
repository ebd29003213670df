-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni: GPU-VI with an L2 that is not inclusive of the L1s.  One controller
-- keeps the L2 and a directory apart from it: the directory has an entry for
-- every line that is valid in an L1 or in the L2.
--
-- machine: source: I. Singh, "Cache Coherence for GPU Architectures", MASc thesis, University of British Columbia 2013, 2.2.4, 3.1, 6.7; numbers of states in Table 3.1
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions inclusion swmr data-value
-- machine: lowering: lib/waits.m; every scope counts as the whole system
-- machine: variant queues: BANK=1 PENDING=2 STORE_BUFFER=1 WAYS=1 ENTRIES=1 MSHRS=1 VICTIMS=1, finite resources
-- machine: variant one-network: BANK=1 PENDING=2 SHARED_UP=1 SHARED_DOWN=1, one FIFO in each direction
-- machine: values STEPS WRITE_AT_ONCE PENDING_MISSES BANK SHARED_UP SHARED_DOWN: 0..1
-- machine: values PENDING: 2..16
-- machine: values L1_MSHRS WAYS MSHRS ENTRIES REQUESTS INVACKS RESPONSES INVS: 1..16
-- machine: values STORE_BUFFER VICTIMS: 0..16
--
-- The thesis prints no table of this protocol.  The L1 and the networks are
-- GPU-VI's (../gpu-vi/l1.m, l2.m, deliveries.m).  The L2 and directory, whose states
-- are as many as Table 3.1 says:
--   L2_I       no entry
--   L2_N L2_S  entry and data, without and with sharers
--   L2_N_D L2_S_D  entry alone: the L2 has evicted the line
--   L2_I_S     data fetched, for loads
--   L2_I_M_S L2_I_M_A  data fetched for a store, an atomic; no sharers
--   L2_I_DM    data fetched for a store; the requester is the sharer
--   L2_S_M_S L2_S_M_A  INVACKs awaited, for a store, an atomic
--   L2_S_DM_S L2_S_DM_A  data and INVACKs awaited
--   L2_M_I_D L2_M_I_C  entry evicted, INVACKs awaited, the line dirty, clean
-- Each pair of state and event that acts has a cover "L2 STATE EVENT".
--
-- Evictions.  The L2 evicts a line and keeps its entry: nothing is recalled,
-- and loads of the L1s go on to hit.  The directory evicts an entry and with it
-- the L2's line, and recalls the L1s' copies.

include "../gpu-vi/l1.m"

-- ---- L2 and directory ----

const
  ENTRIES: LINES;   -- of the directory

type
  l2_state: enum { L2_I, L2_N, L2_S, L2_N_D, L2_S_D,
                   L2_I_S, L2_I_M_S, L2_I_M_A, L2_I_DM,
                   L2_S_M_S, L2_S_M_A, L2_S_DM_S, L2_S_DM_A, L2_M_I_D, L2_M_I_C };

include "../gpu-vi/l2.m"

-- Actions.

function HasData(l: line): boolean;
begin
  switch l2[l].state
    case L2_N, L2_S, L2_S_M_S, L2_S_M_A, L2_M_I_D: return true;
    else return false;
  end;
end;

function StateOfFetch(kind: request_kind): l2_state;
begin
  return kind = GETX ? L2_I_M_S : L2_I_M_A;
end;

function StateOfInv(kind: request_kind): l2_state;
begin
  return kind = GETX ? L2_S_M_S : L2_S_M_A;
end;

procedure PerformMiss(l: line);
begin
  if l2[l].miss.kind = GETX then
    PerformStore(l, l2[l].miss);
  else
    PerformAtomic(l, l2[l].miss);
  end;
  undefine l2[l].miss;
end;

procedure OnlySharer(c: cu; l: line);
begin
  ClearSharers(l);
  l2[l].sharers[c] := true;
end;

-- Transitions: answers.

procedure WriteFetched(l: line);
begin
  switch l2[l].state
    case L2_I_M_S, L2_I_M_A:
      cover "L2 I_M Mem Data (store)" l2[l].state = L2_I_M_S;
      cover "L2 I_M Mem Data (atomic)" l2[l].state = L2_I_M_A;
      SetL2(l, L2_N);
      PerformMiss(l);
    case L2_I_DM:   cover "L2 I_DM Mem Data" true;           SetL2(l, L2_S); PerformMiss(l);
    case L2_S_DM_S: cover "L2 S_DM Mem Data (store)" true;   SetL2(l, L2_S_M_S);
    case L2_S_DM_A: cover "L2 S_DM Mem Data (atomic)" true;  SetL2(l, L2_S_M_A);
    else error "L2: no data was asked of memory";
  end;
end;

procedure L2AllInvAck(l: line);
begin
  switch l2[l].state
    case L2_S_M_S:
      cover "L2 S_M ALL INVACK (store)" true;
      OnlySharer(CuOf(l2[l].miss.thread), l);
      SetL2(l, L2_S);
      PerformMiss(l);
    case L2_S_M_A:
      cover "L2 S_M ALL INVACK (atomic)" true;
      ClearSharers(l);
      SetL2(l, L2_N);
      PerformMiss(l);
    case L2_S_DM_S:
      cover "L2 S_DM ALL INVACK (store)" true;
      OnlySharer(CuOf(l2[l].miss.thread), l);
      SetL2(l, L2_I_DM);
    case L2_S_DM_A: cover "L2 S_DM ALL INVACK (atomic)" true;  ClearSharers(l); SetL2(l, L2_I_M_A);
    case L2_M_I_D:  cover "L2 M_I ALL INVACK (dirty)" true;    WriteBack(l); SetL2(l, L2_I);
    case L2_M_I_C:  cover "L2 M_I ALL INVACK (clean)" true;    SetL2(l, L2_I);
    else error "L2: no INVACK is awaited";
  end;
end;

-- Transitions: requests.

-- Whether the L2 leaves this request in its queue.
function L2Stalls(l: line; kind: request_kind): boolean;
begin
  switch l2[l].state
    case L2_I, L2_N, L2_S, L2_N_D, L2_S_D: return false;
    case L2_I_S: return kind != GETS;
    else return true;
  end;
end;

-- The entry alone is here: the data are fetched, and the INVACKs of other
-- sharers awaited at the same time.

procedure GetsWithout(c: cu; l: line; var m: request_message);
begin
  cover "L2 N_D GETS" l2[l].state = L2_N_D;
  cover "L2 S_D GETS" l2[l].state = L2_S_D;
  MergeGets(c, l, m);
end;

-- In S_D.
procedure WriteShared(c: cu; l: line; var m: request_message);
begin
  l2[l].miss := m;
  if Private(c, l) then
    if m.kind = ATOMIC then
      ClearSharers(l);
    end;
    SetL2(l, m.kind = GETX ? L2_I_DM : L2_I_M_A);
    Fetch(l);
  else
    InvalidateOthers(l2[l].sharers, l, c);
    SetL2(l, m.kind = GETX ? L2_S_DM_S : L2_S_DM_A);
    Fetch(l);
    AwaitInvAcks(l);
  end;
end;

procedure WriteWithout(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_N_D:
      cover "L2 N_D GETX" m.kind = GETX;
      cover "L2 N_D ATOMIC" m.kind = ATOMIC;
      Miss(l, m);
    case L2_S_D:
      cover "L2 S_D GETX (private)" m.kind = GETX & Private(c, l);
      cover "L2 S_D GETX (else)" m.kind = GETX & !Private(c, l);
      cover "L2 S_D ATOMIC (private)" m.kind = ATOMIC & Private(c, l);
      cover "L2 S_D ATOMIC (else)" m.kind = ATOMIC & !Private(c, l);
      WriteShared(c, l, m);
  end;
end;

procedure Without(c: cu; l: line; var m: request_message);
begin
  if l2[l].state != L2_N_D & l2[l].state != L2_S_D then
    error "L2: the request is stalled here";
  end;
  switch m.kind
    case GETS: GetsWithout(c, l, m);
    case GETX, ATOMIC: WriteWithout(c, l, m);
  end;
end;

-- Transitions: evictions.  Reduced, memory answers at once, so that a line
-- without sharers is no different with or without data, and with or without
-- an entry.

procedure L2Evict(l: line);
begin
  SetL2(l, l2[l].state = L2_N ? L2_N_D : L2_S_D);
end;

procedure EvictEntry(l: line);
begin
  switch l2[l].state
    case L2_N:   cover "L2 N Directory Evict" true;    WriteBack(l); SetL2(l, L2_I);
    case L2_N_D: cover "L2 N_D Directory Evict" true;  SetL2(l, L2_I);
    case L2_S:
      SendRcl(l);
      cover "L2 S Directory Evict (dirty)" l2[l].dirty;
      cover "L2 S Directory Evict (clean)" !l2[l].dirty;
      SetL2(l, l2[l].dirty ? L2_M_I_D : L2_M_I_C);
      AwaitInvAcks(l);
    case L2_S_D:
      cover "L2 S_D Directory Evict" true;
      SendRcl(l);
      SetL2(l, L2_M_I_C);
      AwaitInvAcks(l);
  end;
end;

-- Of finite resources.

function Recalled(s: l2_state): boolean;
begin
  return s = L2_M_I_D | s = L2_M_I_C;
end;

function OccupiesWay(s: l2_state): boolean;
begin
  return s != L2_I & s != L2_N_D & s != L2_S_D & s != L2_M_I_C;
end;

function Transient(s: l2_state): boolean;
begin
  return s != L2_I & s != L2_N & s != L2_S & s != L2_N_D & s != L2_S_D;
end;

function HasEntry(l: line): boolean;
var used: 0 .. LINES;
begin
  if ENTRIES >= LINES | l2[l].state != L2_I then
    return true;
  end;
  used := 0;
  for m: line do
    if l2[m].state != L2_I & !Buffered(l2[m].state) then used := used + 1; end;
  end;
  return used < ENTRIES;
end;

function RecallsOnEviction(): boolean; begin return false; end;

function WritesAtData(l: line): boolean;
begin
  return l2[l].state = L2_I_M_S | l2[l].state = L2_I_M_A | l2[l].state = L2_I_DM;
end;

function WritesAtAck(l: line): boolean;
begin
  return l2[l].state = L2_S_M_S | l2[l].state = L2_S_M_A;
end;

-- Whether a request waits for an entry to leave.
function WantsEntry(): boolean;
begin
  return exists c: cu do exists l: line do Misses(c, l) & !HasEntry(l) end end;
end;

function MayEvictEntry(l: line): boolean;
begin
  switch l2[l].state
    case L2_S, L2_S_D: return MayRecall(l);
    case L2_N, L2_N_D: return STEPS = 1;
    else return false;
  end;
end;

ruleset l: line do
  rule "directory evicts"
    UsedLine(l) & EvictionsOn() & MayEvictEntry(l)
  ==>
  begin
    EvictEntry(l);
  end;

  fair rule "directory replaces"
    ENTRIES < LINES & WantsEntry() & MayEvictEntry(l)
  ==>
  begin
    EvictEntry(l);
  end;
end;

function AwaitsData(l: line): boolean;
begin
  switch l2[l].state
    case L2_I_S, L2_I_M_S, L2_I_M_A, L2_I_DM, L2_S_DM_S, L2_S_DM_A: return true;
    else return false;
  end;
end;

-- What deliveries.m needs of the L2.

-- Reduced too, a line is not in the L2 before it is asked for.
procedure Idle(l: line); begin end;

function L2Idle(l: line): boolean;
begin
  switch l2[l].state
    case L2_I, L2_N, L2_S, L2_N_D, L2_S_D: return true;
    else return false;
  end;
end;

-- Whether the L2 performs no store of the line now.
function Unmodified(l: line): boolean;
begin
  return L2Idle(l);
end;

-- Reduced, the list is exact, and an entry without sharers no entry.
procedure DropUnshared(l: line);
begin
  if L2Idle(l) & forall c: cu do !l2[l].sharers[c] end then
    SetL2(l, L2_I);
  end;
end;

procedure SharerGone(c: cu; l: line);
begin
  if l2[l].state = L2_S | l2[l].state = L2_S_D then
    l2[l].sharers[c] := false;
  end;
  DropUnshared(l);
end;

include "../gpu-vi/deliveries.m"

-- As in GPU-VI: the only sharer, or whose store the last copy was dropped for.
function MayWrite(c: cu; l: line): boolean;
begin
  switch l2[l].state
    case L2_S, L2_S_D, L2_I_DM:
      return Private(c, l);
    case L2_S_M_S, L2_S_M_A, L2_S_DM_S, L2_S_DM_A:
      return CuOf(l2[l].miss.thread) = c & forall d: cu do !inv[d][l] end;
    else
      return false;
  end;
end;
