-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VIni: GPU-VI with an L2 that is not inclusive of the L1s.  One controller
-- keeps the L2 and a directory apart from it: the directory has an entry for
-- every line that is valid in an L1 or in the L2.
--
-- machine: source: I. Singh, "Cache Coherence for GPU Architectures", MASc thesis, University of British Columbia 2013, 2.2.4, 3.1, 6.7; numbers of states in Table 3.1
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: lowering: lib/waits.m; every scope counts as the whole system
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

type
  l2_state: enum { L2_I, L2_N, L2_S, L2_N_D, L2_S_D,
                   L2_I_S, L2_I_M_S, L2_I_M_A, L2_I_DM,
                   L2_S_M_S, L2_S_M_A, L2_S_DM_S, L2_S_DM_A, L2_M_I_D, L2_M_I_C };

  l2_line: record
    state: l2_state;
    dirty: boolean;
    data: array [word] of value;            -- defined in N, S, S_M, M_I_D
    sharers: array [cu] of boolean;
    awaited: 0 .. CUS;                      -- INVACKs
    miss: request_message;                  -- of I_M, I_DM, S_M, S_DM: what is served
    fetches: array [cu] of boolean;         -- of I_S: the fetches merged,
    loads: array [cu] of record             -- and the other loads, as they came
      count: 0 .. PENDING;
      place: array [0 .. PENDING - 1] of record
        thread: thread;
        tag: tag;
        word: word;
      end;
    end;
  end;

var
  l2: array [line] of l2_line;
  memory: array [line] of array [word] of value;

-- Actions.

function HasData(l: line): boolean;
begin
  switch l2[l].state
    case L2_N, L2_S, L2_S_M_S, L2_S_M_A, L2_M_I_D: return true;
    else return false;
  end;
end;

procedure SetL2(l: line; s: l2_state);
begin
  l2[l].state := s;
  if !HasData(l) then
    undefine l2[l].data;
    l2[l].dirty := false;
  end;
end;

include "../gpu-vi/l2.m"

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

procedure L2MemData(l: line);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S:
      cover "L2 I_S Mem Data" true;
      SetL2(l, L2_S);
      AnswerMerged(l);
    case L2_I_M_S, L2_I_M_A:
      if l2[l].state = L2_I_M_S then
        cover "L2 I_M Mem Data (store)" true;
      else
        cover "L2 I_M Mem Data (atomic)" true;
      end;
      SetL2(l, L2_N);
      PerformMiss(l);
    case L2_I_DM:
      cover "L2 I_DM Mem Data" true;
      SetL2(l, L2_S);
      PerformMiss(l);
    case L2_S_DM_S:
      cover "L2 S_DM Mem Data (store)" true;
      SetL2(l, L2_S_M_S);
    case L2_S_DM_A:
      cover "L2 S_DM Mem Data (atomic)" true;
      SetL2(l, L2_S_M_A);
    else
      error "L2: no data was asked of memory";
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
    case L2_S_DM_A:
      cover "L2 S_DM ALL INVACK (atomic)" true;
      ClearSharers(l);
      SetL2(l, L2_I_M_A);
    case L2_M_I_D:
      cover "L2 M_I ALL INVACK (dirty)" true;
      WriteBack(l);
      SetL2(l, L2_I);
    case L2_M_I_C:
      cover "L2 M_I ALL INVACK (clean)" true;
      SetL2(l, L2_I);
    else
      error "L2: no INVACK is awaited";
  end;
end;

procedure Fetch(l: line);
begin
  if STEPS = 0 then
    L2MemData(l);
  end;
end;

procedure AwaitInvAcks(l: line);
begin
  if l2[l].awaited = 0 then
    L2AllInvAck(l);
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

procedure L2Gets(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I GETS" true;
      MergeGets(c, l, m);
      SetL2(l, L2_I_S);
      Fetch(l);
    case L2_N:
      cover "L2 N GETS" true;
      AnswerGets(c, l, m);
      SetL2(l, L2_S);
    case L2_S:
      cover "L2 S GETS" true;
      AnswerGets(c, l, m);
    case L2_N_D:
      cover "L2 N_D GETS" true;
      MergeGets(c, l, m);
      SetL2(l, L2_I_S);
      Fetch(l);
    case L2_S_D:
      cover "L2 S_D GETS" true;
      MergeGets(c, l, m);
      SetL2(l, L2_I_S);
      Fetch(l);
    case L2_I_S:
      cover "L2 I_S GETS" true;
      MergeGets(c, l, m);
    else
      error "L2: a GETS is stalled here";
  end;
end;

procedure L2Getx(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I, L2_N_D:
      if l2[l].state = L2_I then
        cover "L2 I GETX" true;
      else
        cover "L2 N_D GETX" true;
      end;
      l2[l].miss := m;
      SetL2(l, L2_I_M_S);
      Fetch(l);
    case L2_N:
      cover "L2 N GETX" true;
      PerformStore(l, m);
    case L2_S:
      if Private(c, l) then
        cover "L2 S GETX (private)" true;
        PerformStore(l, m);
      else
        cover "L2 S GETX (else)" true;
        l2[l].miss := m;
        SendInv(l, c);
        SetL2(l, L2_S_M_S);
        AwaitInvAcks(l);
      end;
    case L2_S_D:
      l2[l].miss := m;
      if Private(c, l) then
        cover "L2 S_D GETX (private)" true;
        SetL2(l, L2_I_DM);
        Fetch(l);
      else
        cover "L2 S_D GETX (else)" true;
        SendInv(l, c);
        SetL2(l, L2_S_DM_S);
        Fetch(l);
        AwaitInvAcks(l);
      end;
    else
      error "L2: a GETX is stalled here";
  end;
end;

procedure L2Atomic(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I, L2_N_D:
      if l2[l].state = L2_I then
        cover "L2 I ATOMIC" true;
      else
        cover "L2 N_D ATOMIC" true;
      end;
      l2[l].miss := m;
      SetL2(l, L2_I_M_A);
      Fetch(l);
    case L2_N:
      cover "L2 N ATOMIC" true;
      PerformAtomic(l, m);
    case L2_S:
      if Private(c, l) then
        cover "L2 S ATOMIC (private)" true;
        ClearSharers(l);
        SetL2(l, L2_N);
        PerformAtomic(l, m);
      else
        cover "L2 S ATOMIC (else)" true;
        l2[l].miss := m;
        SendInv(l, c);
        SetL2(l, L2_S_M_A);
        AwaitInvAcks(l);
      end;
    case L2_S_D:
      l2[l].miss := m;
      if Private(c, l) then
        cover "L2 S_D ATOMIC (private)" true;
        ClearSharers(l);
        SetL2(l, L2_I_M_A);
        Fetch(l);
      else
        cover "L2 S_D ATOMIC (else)" true;
        SendInv(l, c);
        SetL2(l, L2_S_DM_A);
        Fetch(l);
        AwaitInvAcks(l);
      end;
    else
      error "L2: an ATOMIC is stalled here";
  end;
end;

-- Transitions: evictions.  Reduced, memory answers at once, so that a line
-- without sharers is no different with or without data, and with or without
-- an entry.

ruleset l: line do
  rule "L2 evicts"
    UsedLine(l) & EvictionsOn() & ((l2[l].state = L2_N & STEPS = 1) | l2[l].state = L2_S)
  ==>
  begin
    WriteBack(l);
    if l2[l].state = L2_N then
      cover "L2 N Evict" true;
      SetL2(l, L2_N_D);
    else
      cover "L2 S Evict" true;
      SetL2(l, L2_S_D);
    end;
  end;

  rule "directory evicts"
    UsedLine(l) & EvictionsOn()
    & (l2[l].state = L2_S | l2[l].state = L2_S_D
       | ((l2[l].state = L2_N | l2[l].state = L2_N_D) & STEPS = 1))
  ==>
  begin
    switch l2[l].state
      case L2_N:
        cover "L2 N Directory Evict" true;
        WriteBack(l);
        SetL2(l, L2_I);
      case L2_N_D:
        cover "L2 N_D Directory Evict" true;
        SetL2(l, L2_I);
      case L2_S:
        SendRcl(l);
        if l2[l].dirty then
          cover "L2 S Directory Evict (dirty)" true;
          SetL2(l, L2_M_I_D);
        else
          cover "L2 S Directory Evict (clean)" true;
          SetL2(l, L2_M_I_C);
        end;
        AwaitInvAcks(l);
      case L2_S_D:
        cover "L2 S_D Directory Evict" true;
        SendRcl(l);
        SetL2(l, L2_M_I_C);
        AwaitInvAcks(l);
    end;
  end;

  rule "memory answers"
    l2[l].state = L2_I_S | l2[l].state = L2_I_M_S | l2[l].state = L2_I_M_A
    | l2[l].state = L2_I_DM | l2[l].state = L2_S_DM_S | l2[l].state = L2_S_DM_A
  ==>
  begin
    L2MemData(l);
  end;
end;

-- What deliveries.m needs of the L2.

procedure L2InvAck(l: line);
begin
  l2[l].awaited := l2[l].awaited - 1;
  AwaitInvAcks(l);
end;

procedure L2Start(l: line);
begin
  undefine l2[l];
  for c: cu do
    l2[l].sharers[c] := false;
    l2[l].fetches[c] := false;
    l2[l].loads[c].count := 0;
  end;
  l2[l].state := L2_I;
  l2[l].dirty := false;
  l2[l].awaited := 0;
  for w: word do
    memory[l][w] := Initial(l, w);
  end;
end;

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
procedure SharerGone(c: cu; l: line);
begin
  if l2[l].state = L2_S | l2[l].state = L2_S_D then
    l2[l].sharers[c] := false;
  end;
  if L2Idle(l) & forall d: cu do !l2[l].sharers[d] end then
    SetL2(l, L2_I);
  end;
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

function Latest(l: line; w: word): value;
begin
  return HasData(l) ? l2[l].data[w] : memory[l][w];
end;

function FinalValue(l: line; w: word): value;
begin
  return Latest(l, w);
end;
