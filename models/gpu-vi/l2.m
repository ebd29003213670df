-- SPDX-License-Identifier: BSD-2-Clause
-- What the L2s of GPU-VI and GPU-VIni do alike: sharers and their invalidation,
-- stores and atomics as they are performed, and the cells that both have, those
-- of lines that an L2 with data has, N and S, and that are fetched for loads.
-- gpu-vi.m and gpu-vini.m include it after l1.m.  Each defines l2_state and gives
--   function HasData(l)                      the L2 has the line's data
--   function StateOfFetch(kind), StateOfInv(kind): l2_state
--                                            data, INVACKs awaited for a request
--   procedure Without(c, l, var m)           a request to a line that is not in the
--                                            L2, in states that gpu-vi has not
--   procedure WriteFetched(l)                data have come, but not for loads
--   function AwaitsData(l)                   memory has been asked
--   procedure L2AllInvAck(l)
--   procedure L2Evict(l)                     what the eviction of N or S does
--   function RecallsOnEviction(): boolean    and whether that of S recalls
-- and of finite resources
--   what lib/parts/l2-resources.m asks of a line's state
--   function HasEntry(l)                     there is an entry for the line, or room
--   function WritesAtData(l), WritesAtAck(l)
--                                            memory's data, the last INVACK let the L2
--                                            perform what it serves.

-- show: lane "L2" of l2, memory

include "../lib/parts/memory.m"
include "../lib/parts/merge.m"
include "../lib/parts/sharers.m"
include "../lib/parts/l2-resources.m"

type
  l2_line: record
    state: l2_state;
    dirty: boolean;
    data: array [word] of value;            -- defined where HasData
    sharers: sharer_set;
    awaited: 0 .. CUS;                      -- INVACKs
    miss: request_message;                  -- what is served: a store or an atomic
    fetches: array [cu] of boolean;         -- of I_S: the fetches merged,
    loads: merged_loads;                    -- and the other loads
  end;

var
  l2: array [line] of l2_line;

-- Actions.

procedure SetL2(l: line; s: l2_state);
begin
  l2[l].state := s;
  if !HasData(l) then
    undefine l2[l].data;
    l2[l].dirty := false;
  end;
end;

function WordIn(var m: request_message): word;
begin
  return m.word;
end;

function Private(c: cu; l: line): boolean;
begin
  return forall d: cu do l2[l].sharers[d] -> d = c end;
end;

procedure ClearSharers(l: line);
begin
  ClearSet(l2[l].sharers);
end;

-- INV or RCL to one sharer.
procedure SendInvTo(c: cu; l: line);
begin
  if HoldsUpInv(c, l) then
    PutInv(c, l);
    l2[l].awaited := l2[l].awaited + 1;
  else
    L1Inv(c, l);
  end;
end;

-- INV to a sharer that is not the requester, whose line is served next.
procedure Invalidate(d: cu; l: line; c: cu); begin SendInvTo(d, l); end;

procedure SendRcl(l: line);
begin
  for c: cu do
    if l2[l].sharers[c] then
      SendInvTo(c, l);
    end;
  end;
  ClearSharers(l);
end;

procedure AnswerRead(c: cu; l: line; var m: answer_message);
begin
  m.answers := GETS;
  Respond(c, l, m);
end;

procedure Write(t: thread; l: line; w: word; v: value);
begin
  l2[l].data[w] := v;
  if STEPS = 1 then
    l2[l].dirty := true;
  else
    memory[l][w] := v;
  end;
  ObserveStore(t, l, w, v);
end;

-- The store takes its place in the line's order and is acknowledged.
procedure PerformStore(l: line; var m: request_message);
var r: answer_message;
begin
  Write(m.thread, l, m.word, m.stored);
  r.answers := GETX;
  r.thread := m.thread;
  if WRITE_AT_ONCE = 0 then
    r.word := m.word;
    r.stored := m.stored;
  end;
  Respond(CuOf(m.thread), l, r);
end;

procedure PerformAtomic(l: line; var m: request_message);
var r: answer_message;
begin
  r.answers := ATOMIC;
  r.thread := m.thread;
  r.tag := m.tag;
  r.old := l2[l].data[m.word];
  if Writes(m.operation, r.old) then
    Write(m.thread, l, m.word, Result(m.operation, r.old));
  end;
  Respond(CuOf(m.thread), l, r);
end;

-- Finite resources.  An L2 that is full replaces a line when a request needs its way
-- (in gpu-vini.m, its entry); it begins nothing that it has no room to go on with.

-- A place for an INV to each sharer that is not c.
function RoomForInvs(c: cu; l: line): boolean;
begin
  return BANK = 0 | forall d: cu do (d != c & l2[l].sharers[d]) -> RoomDown(d, INV) end;
end;

-- What a recall takes.
function MayRecall(l: line): boolean;
begin
  return HasRecallRoom()
    & (BANK = 0 | forall d: cu do l2[l].sharers[d] -> RoomDown(d, INV) end);
end;

-- How many answers go to c when memory's data come.
function Due(c: cu; l: line): 0 .. PENDING + 1;
begin
  if l2[l].state = L2_I_S then
    return l2[l].loads[c].count + (l2[l].fetches[c] ? 1 : 0);
  end;
  return WritesAtData(l) & CuOf(l2[l].miss.thread) = c ? 1 : 0;
end;

function RoomForData(l: line): boolean;
begin
  return BANK = 0 | forall c: cu do Due(c, l) <= FreePlaces(c, RESPONSE) end;
end;

-- A miss register lists no more loads of a CU than the CU's queue has places for.
function MayMerge(c: cu; l: line): boolean;
begin
  return BANK = 0 | Due(c, l) < Places(RESPONSE);
end;

-- Whether there is what serving the first request of the queue takes, where the
-- state of the line does not stall it.
function L2MayServe(c: cu; l: line): boolean;
begin
  if l2[l].state = L2_I_S then
    return MayMerge(c, l);
  elsif !HasData(l) & !(HasEntry(l) & HasWay() & HasMshr()) then
    return false;
  elsif up[c][l].request[0].kind = GETS | Private(c, l) then
    return !HasData(l) | RoomDown(c, RESPONSE);
  end;
  return HasMshr() & RoomForInvs(c, l);
end;

function L2MayCount(l: line): boolean;
begin
  return BANK = 0 | l2[l].awaited > 1
    | (WritesAtAck(l) ? RoomDown(CuOf(l2[l].miss.thread), RESPONSE) : true);
end;

-- Whether a request waits for the line's data to be fetched.
function Misses(c: cu; l: line): boolean;
begin
  return up[c][l].count > 0 & FirstUpFrom(c, REQUEST, l) & !HasData(l) & l2[l].state != L2_I_S
    & !L2Stalls(l, up[c][l].request[0].kind);
end;

function WantsWay(): boolean;
begin
  return !HasWay() & exists c: cu do exists l: line do Misses(c, l) end end;
end;

function MayEvict(l: line): boolean;
begin
  switch l2[l].state
    case L2_N: return true;
    case L2_S: return RecallsOnEviction() -> MayRecall(l);
    else return false;
  end;
end;

-- Cells.

procedure L2MemData(l: line);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S: cover "L2 I_S Mem Data" true;  SetL2(l, L2_S); AnswerMergedRequests(l);
    else WriteFetched(l);
  end;
end;

procedure Fetch(l: line);
begin
  if STEPS = 0 then
    L2MemData(l);
  end;
end;

procedure MergeGets(c: cu; l: line; var m: request_message);
begin
  MergeRequest(c, l, m);
  if l2[l].state != L2_I_S then
    SetL2(l, L2_I_S);
    Fetch(l);
  end;
end;

procedure Miss(l: line; var m: request_message);
begin
  l2[l].miss := m;
  SetL2(l, StateOfFetch(m.kind));
  Fetch(l);
end;

procedure AwaitInvAcks(l: line);
begin
  if l2[l].awaited = 0 then
    L2AllInvAck(l);
  end;
end;

procedure ServeAfterInv(c: cu; l: line; var m: request_message);
begin
  l2[l].miss := m;
  InvalidateOthers(l2[l].sharers, l, c);
  SetL2(l, StateOfInv(m.kind));
  AwaitInvAcks(l);
end;

-- A store or an atomic to S: the only sharer's at once, another's after INVACKs.
procedure ServeShared(c: cu; l: line; var m: request_message);
begin
  if !Private(c, l) then
    ServeAfterInv(c, l, m);
  elsif m.kind = GETX then
    PerformStore(l, m);
  else
    ClearSharers(l);
    SetL2(l, L2_N);
    PerformAtomic(l, m);
  end;
end;

-- Whoever loads a line is a sharer, from the step on in which the L2 takes the GETS.
procedure L2Gets(c: cu; l: line; var m: request_message);
begin
  l2[l].sharers[c] := true;
  switch l2[l].state
    case L2_I:   cover "L2 I GETS" true;    MergeGets(c, l, m);
    case L2_N:   cover "L2 N GETS" true;    AnswerRequest(c, l, m); SetL2(l, L2_S);
    case L2_S:   cover "L2 S GETS" true;    AnswerRequest(c, l, m);
    case L2_I_S: cover "L2 I_S GETS" true;  MergeGets(c, l, m);
    else Without(c, l, m);
  end;
end;

procedure L2Getx(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I: cover "L2 I GETX" true;  Miss(l, m);
    case L2_N: cover "L2 N GETX" true;  PerformStore(l, m);
    case L2_S:
      cover "L2 S GETX (private)" Private(c, l);
      cover "L2 S GETX (else)" !Private(c, l);
      ServeShared(c, l, m);
    else Without(c, l, m);
  end;
end;

procedure L2Atomic(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I: cover "L2 I ATOMIC" true;  Miss(l, m);
    case L2_N: cover "L2 N ATOMIC" true;  PerformAtomic(l, m);
    case L2_S:
      cover "L2 S ATOMIC (private)" Private(c, l);
      cover "L2 S ATOMIC (else)" !Private(c, l);
      ServeShared(c, l, m);
    else Without(c, l, m);
  end;
end;

procedure Evict(l: line);
begin
  cover "L2 N Evict" l2[l].state = L2_N;
  cover "L2 S Evict" l2[l].state = L2_S;
  WriteBack(l);
  L2Evict(l);
end;

ruleset l: line do
  rule "L2 evicts"
    UsedLine(l) & EvictionsOn() & ((l2[l].state = L2_N & STEPS = 1) | l2[l].state = L2_S) & MayEvict(l)
  ==>
  begin
    Evict(l);
  end;

  fair rule "L2 replaces"
    WAYS < LINES & WantsWay() & MayEvict(l)
  ==>
  begin
    Evict(l);
  end;

  fair rule "memory answers"
    AwaitsData(l) & RoomForData(l)
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
  assert "classes share a queue where lines share a bank" BANK = 1 | (SHARED_UP = 0 & SHARED_DOWN = 0);
  assert "a queue is full of messages that are steps" BANK = 0 | STEPS = 1;
  ClearSharers(l);
  StartMerged(l);
  l2[l].awaited := 0;
  SetL2(l, L2_I);
  Idle(l);
end;

function Latest(l: line; w: word): value;
begin
  return HasData(l) ? l2[l].data[w] : memory[l][w];
end;

function FinalValue(l: line; w: word): value;
begin
  return Latest(l, w);
end;
