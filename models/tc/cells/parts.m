-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence with the transient states of its published tables and
-- each answer as a message: what strong.m and weak.m, which are the tables,
-- have in common.
--
-- Time.  As in ../tc.m every time is what is left of it: a tick lowers all, -1
-- is over.  TIME <= LT of the tables is left >= 0.
--
-- Network.  One virtual network up (GETS, GETX, UPGR, ATOMIC) and one down
-- (DATA, ACK and, with a GWCT, ACK_G, DATA_G), each with point-to-point order;
-- every line is in a bank of its own, so order is kept for each CU and line.
-- A request that the L2 stalls stays at the head of its CU's queue.  Memory
-- answers one fetch at a time, in a step of its own.
--
-- L1.  The first load that misses fetches the line (I_V); later ones merge with
-- it in the miss registers.  In I_I, and in V_M on TC-Strong, each load makes
-- its own request, and what comes back is not installed.
--
-- Data that nobody will read are undefined.

-- show: lane "L2" of l2, stalled
-- show: channel up from cu to "L2" as "{kind} {line}"
-- show: channel down from "L2" to cu as "answer {line}"

include "../../lib/waits.m"

const
  LEASE: 2;            -- the longest lease
  PENDING: 2;          -- requests of a CU for a line without their answers; at least 2
  CHANNEL: PENDING;
  FIFO_DEPTH: PENDING;
  PRIVATE_WRITE: 1;    -- the private-write optimisation: state P
  EVICT_UNEXPIRED: 1;  -- the L2-eviction optimisation: M_I
  MERGE_ALL: 0;        -- as in ../tc.m: 1: an answer whose lease is over serves loads
                       -- that joined the miss after its request was sent
  LCC: 0;              -- 1, TC-Strong alone: one outstanding store a CU, one access a thread
  LATE_FIRST: 1;       -- as in ../tc.m: 1: a thread whose load may have to ask again
                       -- issues nothing else to the line
  -- The baseline network, and an L2 that can be full: to look for
  -- deadlocks.
  SHARED: 0;           -- 1: all lines are in one bank, one queue a CU up and one down; a
                       -- request that the L2 stalls holds up all requests behind it
  WAYS: LINES;         -- lines that the L2 holds, those that are being fetched too
  MSHRS: LINES;        -- its miss registers: of I_S, I_M, M_I

  ORDER_DEPTH: SHARED * PENDING * LINES;
  TIMES: LEASE + STORES;

type
  l2_state: enum { L2_I, L2_P, L2_S, L2_E, L2_I_S, L2_I_M, L2_M_I };

  request_kind: enum { GETS, GETX, UPGR, ATOMIC };
  answer_kind: enum { DATA, ACK, ACK_G, DATA_G };

  -- A GETS that fetches the line for all merged loads names no thread.
  request_message: record
    kind: request_kind;
    fetch: boolean;      -- of GETS
    thread: thread;      -- but for a fetch
    tag: tag;            -- of a load or an atomic that reads
    what: operation;     -- but for a fetch
    lt: time_left;       -- of UPGR
  end;

  answer_message: record
    kind: answer_kind;
    answers: request_kind;
    fetch: boolean;      -- of GETS
    thread: thread;      -- but for a fetch
    tag: tag;            -- of a load or an atomic that reads,
    old: value;          -- and what it read
    word: word;          -- of GETX, UPGR
    data: array [word] of value;  -- for a fetch, and DATA_G for UPGR
    lt: time_left;       -- for a fetch and for UPGR
    gwct: wait_left;     -- of ACK_G, DATA_G
  end;

  entry_type: answer_message;
  ordered_type: line;

  l1_line: record
    state: l1_state;
    data: array [word] of value;            -- defined in V, V_M
    lt: time_left;                          -- likewise
    pending: 0 .. PENDING;                  -- requests without their answers
    stores: array [word] of 0 .. PENDING;   -- of them GETX and UPGR of a word
  end;

  l2_line: record
    state: l2_state;
    dirty: boolean;
    data: array [word] of value;            -- defined in P, S, E
    gt: time_left;                          -- >= 0 in P, S, M_I; where an evicted
                                            -- line is fetched again too, till it is over
    miss: request_message;                  -- of I_M
    fetches: array [cu] of boolean;         -- of I_S: the fetches merged,
    loads: merged_loads;                    -- and the other loads
  end;

include "../../lib/parts/channel.m"
include "../../lib/parts/fifo.m"
include "../../lib/parts/shared-network.m"
include "../../lib/parts/memory.m"
include "../../lib/parts/merge.m"

var
  down: array [cu] of array [line] of fifo_type;

  -- With SHARED: the lines of a CU's messages, in their order; and the request
  -- that the bank has taken from the network and stalls.
  up_order: array [cu] of network_order;
  down_order: array [cu] of network_order;
  stalled: record
    active: boolean;
    cu: cu;
    line: line;
  end;

  l1: array [cu] of array [line] of l1_line;
  merged: array [thread] of array [tag] of record  -- loads in the L1's miss registers
    waits: boolean;
    early: boolean;      -- issued before the fetch that it waits for was sent
    line: line;
    word: word;
  end;

  l2: array [line] of l2_line;

include "../fences.m"

var
  answer_gwct: wait_left;             -- within a rule, of the store that the L2 performs

-- Actions: network.

function IsFirst(var o: network_order; l: line): boolean;
begin
  return SHARED = 0 | (o.count > 0 & o.what[0] = l);
end;

procedure SendRequest(c: cu; l: line; var m: request_message);
begin
  Send(c, l, m);
  Enter(up_order[c], l);
  alias it: l1[c][l] do
    it.pending := it.pending + 1;
    if m.kind = GETX | m.kind = UPGR then
      it.stores[WordIn(m)] := it.stores[WordIn(m)] + 1;
    end;
  end;
end;

procedure TakeRequest(c: cu; l: line; var m: request_message);
begin
  Dequeue(c, l, m);
  LeaveFirst(up_order[c]);
  if stalled.active then
    undefine stalled;
    stalled.active := false;
  end;
end;

procedure Answer(c: cu; l: line; var m: answer_message);
begin
  Push(down[c][l], m);
  Enter(down_order[c], l);
end;

procedure TakeAnswer(c: cu; l: line; var m: answer_message);
begin
  Pop(down[c][l], m);
  LeaveFirst(down_order[c]);
  l1[c][l].pending := l1[c][l].pending - 1;
end;

function StoresPending(c: cu): boolean;
begin
  return exists l: line do l1[c][l].pending != 0 & l1[c][l].state != I_V end;
end;

-- Actions: L1.

procedure DropCopy(c: cu; l: line);
begin
  undefine l1[c][l].data;
  undefine l1[c][l].lt;
end;

procedure Describe(var m: request_message; o: operation);
begin
  m.what := o;
  if m.kind = UPGR then
    m.lt := l1[CuOf(m.thread)][LineOf(o)].lt;
  end;
end;

function WordIn(var m: request_message): word;
begin
  return WordOf(m.what);
end;

function KindOnHit(): request_kind;
begin
  return UPGR;
end;

procedure Missed(t: thread; o: operation);
begin
  Issued(t, o);
end;

procedure Merge(t: thread; g: tag; o: operation; early: boolean);
begin
  alias it: merged[t][g] do
    it.waits := true;
    it.early := early;
    it.line := LineOf(o);
    it.word := WordOf(o);
  end;
end;

procedure Hit(t: thread; g: tag; o: operation);
begin
  Complete(t, g, l1[CuOf(t)][LineOf(o)].data[WordOf(o)]);
end;

procedure WriteL1(t: thread; o: operation);
begin
  l1[CuOf(t)][LineOf(o)].data[WordOf(o)] := Stored(o);
end;

-- An answer whose lease is over serves the loads that were there when it was
-- asked for.  True if others are left, which ask again.
function BindMerged(c: cu; l: line; var m: answer_message): boolean;
var left: boolean;
begin
  left := false;
  for t: thread do
    for g: tag do
      if CuOf(t) = c & merged[t][g].waits & merged[t][g].line = l then
        if m.lt >= 0 | merged[t][g].early | MERGE_ALL = 1 then
          Bind(t, g, m.data[merged[t][g].word]);
          undefine merged[t][g];
          merged[t][g].waits := false;
        else
          merged[t][g].early := true;
          left := true;
        end;
      end;
    end;
  end;
  return left;
end;

-- "load done", with `next` the state after it, and what is asked again.
procedure LoadDone(c: cu; l: line; var m: answer_message; next: l1_state);
begin
  SetL1(c, l, next);
  if next = V & m.fetch then
    l1[c][l].data := m.data;
    l1[c][l].lt := m.lt;
  end;
  if !m.fetch then
    Bind(m.thread, m.tag, m.old);
  elsif BindMerged(c, l, m) then
    SetL1(c, l, next = I ? I_V : next);
    SendFetch(c, l);
  end;
end;

procedure UpdateGwct(var m: answer_message);
begin
  if m.kind = ACK_G | m.kind = DATA_G then
    if m.gwct > gwct[m.thread] then
      gwct[m.thread] := m.gwct;
    end;
  end;
end;

procedure StoreDone(c: cu; l: line; var m: answer_message);
begin
  l1[c][l].stores[m.word] := l1[c][l].stores[m.word] - 1;
  Answered(m.thread);
end;

procedure AtomicDone(var m: answer_message);
begin
  if isundefined(m.tag) then
    Answered(m.thread);
  else
    Bind(m.thread, m.tag, m.old);
  end;
end;

include "../../lib/parts/l1.m"

-- Actions: L2.

procedure SetL2(l: line; s: l2_state);
begin
  l2[l].state := s;
  switch s
    case L2_I, L2_I_S, L2_I_M, L2_M_I:
      undefine l2[l].data;
      l2[l].dirty := false;
    else
  end;
end;

-- How many lines are in such a state that they take a miss register, or a way.
function Used(registers: boolean): 0 .. LINES;
var used: 0 .. LINES;
begin
  used := 0;
  for l: line do
    alias s: l2[l].state do
      if registers ? s = L2_I_S | s = L2_I_M | s = L2_M_I : s != L2_I & s != L2_M_I then
        used := used + 1;
      end;
    end;
  end;
  return used;
end;

function HasWay(): boolean;  begin return Used(false) < WAYS; end;
function HasMshr(): boolean; begin return Used(true) < MSHRS; end;

-- Whether the L2 may fetch a line: into a way, with a miss register, which one
-- in M_I has already.
function MayFetch(l: line): boolean;
begin
  return HasWay() & (l2[l].state = L2_M_I | HasMshr());
end;

-- "extend TS"
procedure Extend(l: line; lease: time_left);
begin
  if lease > l2[l].gt then
    l2[l].gt := lease;
  end;
end;

procedure AnswerRead(c: cu; l: line; var m: answer_message);
begin
  m.kind := DATA;
  m.answers := GETS;
  if m.fetch then
    m.lt := l2[l].gt;
  end;
  Answer(c, l, m);
end;

procedure AnswerGets(c: cu; l: line; var m: request_message; lease: time_left);
begin
  Extend(l, lease);
  AnswerRequest(c, l, m);
end;

-- "multiple?"
function Multiple(l: line): boolean;
var count: 0 .. CUS * (1 + PENDING);
begin
  count := 0;
  for c: cu do
    if l2[l].fetches[c] then count := count + 1; end;
  end;
  for c: cu do
    count := count + l2[l].loads[c].count;
  end;
  return count > 1;
end;

procedure AnswerMerged(l: line; lease: time_left);
begin
  Extend(l, lease);
  AnswerMergedRequests(l);
end;

procedure Write(t: thread; l: line; w: word; v: value; g: wait_left);
begin
  l2[l].data[w] := v;
  l2[l].dirty := true;
  answer_gwct := g;
  ObserveStore(t, l, w, v);
  answer_gwct := 0;
end;

procedure AnswerWrite(l: line; var a: answer_message; g: wait_left);
begin
  if a.kind = ACK_G | a.kind = DATA_G then
    a.gwct := g;
  end;
  Answer(CuOf(a.thread), l, a);
end;

-- The store takes its place in the line's order, and is answered; g is its GWCT.
procedure PerformStore(l: line; var m: request_message; kind: answer_kind; g: wait_left);
var a: answer_message;
begin
  Write(m.thread, l, WordOf(m.what), Stored(m.what), g);
  a.kind := kind;
  a.answers := m.kind;
  a.thread := m.thread;
  a.word := WordOf(m.what);
  if m.kind = UPGR then
    a.lt := l2[l].gt;
    if kind = DATA_G then
      a.data := l2[l].data;
    end;
  end;
  AnswerWrite(l, a, g);
end;

procedure PerformAtomic(l: line; var m: request_message; kind: answer_kind; g: wait_left);
var a: answer_message;
begin
  alias o: m.what; w: WordOf(m.what) do
    a.kind := kind;
    a.answers := ATOMIC;
    a.thread := m.thread;
    if Kind(o) = STORE then
      Write(m.thread, l, w, Stored(o), g);
    else
      a.tag := m.tag;
      a.old := l2[l].data[w];
      if Kind(o) = RMW & Writes(o, l2[l].data[w]) then
        Write(m.thread, l, w, Result(o, l2[l].data[w]), g);
      end;
    end;
    AnswerWrite(l, a, g);
  end;
end;
