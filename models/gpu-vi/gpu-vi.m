-- SPDX-License-Identifier: BSD-2-Clause
-- GPU-VI: write-through, write-no-allocate L1s under an inclusive writeback L2
-- with a full-map sharer list.
--
-- machine: source: I. Singh, "Cache Coherence for GPU Architectures", MASc thesis, University of British Columbia 2013, 2.2.4, Tables 2.4 and 2.5
-- machine: promises: rc-mca, hrf-indirect-relaxed
-- machine: lowering: lib/waits.m; every scope counts as the whole system
-- machine: variant opt-1-only: PENDING_MISSES=0
-- machine: variant neither: WRITE_AT_ONCE=0 PENDING_MISSES=0
--
-- Tables.  tables/l1.csv and tables/l2.csv are the published tables.  Below,
-- a column is a procedure and a row a case of it, in the order of the tables;
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
-- says that the store is visible to all; nothing is invalidated.
--
-- Network.  Four virtual networks, one a class of message, each with
-- point-to-point order; every line is in a bank of its own, so order is kept
-- for each CU and line:
--   request    L1 to L2   GETS, GETX, ATOMIC
--   response   L2 to L1   DATA, ACK
--   inv        L2 to L1   INV, RCL: at most one outstanding for a CU and line
--   inv_ack    L1 to L2   INVACK
-- With SHARED_UP the two up are one queue, with SHARED_DOWN the two down; what
-- stands at its head then holds up all behind it.  Queues are never full.
--
-- Data that nobody will read are undefined, so that no state is counted twice
-- and reading them is an error.

include "../lib/waits.m"

function Held(t: thread): boolean;
begin
  return false;
end;

const
  -- A CU's outstanding requests for one line, that the miss registers hold; at
  -- least 2.
  PENDING: 2;

  -- Design choices.
  WRITE_AT_ONCE: 1;   -- optimisation 1: a store hit writes the L1 when it is
                      -- issued; 0: when its ACK comes, as on a CMP
  PENDING_MISSES: 1;  -- optimisation 2: a load to a line with pending stores
                      -- is a miss; 0: it hits
  DETAIL: 1;          -- 1: memory answers in a later step; 0: in the same one,
                      -- which only the bank can tell apart
  SHARED_UP: 0;       -- 1: request and inv_ack are one network
  SHARED_DOWN: 0;     -- 1: response and inv are one network

type
  l1_state: enum { I, V, V_M, I_V, I_I };
  l2_state: enum { L2_I, L2_N, L2_S, L2_I_S, L2_I_M, L2_S_M, L2_M_I };

  request_kind: enum { GETS, GETX, ATOMIC };

  -- A GETS that fetches the line for all merged loads names no thread.
  request_message: record
    kind: request_kind;
    fetch: boolean;          -- of GETS
    thread: thread;          -- but for a fetch
    tag: tag;                -- of GETS but for a fetch; of ATOMIC
    word: word;              -- but for a fetch
    stored: value;           -- of GETX
    operation: operation;    -- of ATOMIC
  end;

  -- DATA for GETS and ATOMIC, ACK for GETX.
  response_message: record
    answers: request_kind;
    fetch: boolean;
    thread: thread;
    tag: tag;
    old: value;                    -- of DATA, but for a fetch
    word: word;                    -- of ACK, if the L1 was not written at once,
    stored: value;                 -- and what to write there
    data: array [word] of value;   -- of DATA for a fetch
  end;

  request_queue: record
    count: 0 .. PENDING;
    place: array [0 .. PENDING - 1] of request_message;
  end;
  response_queue: record
    count: 0 .. PENDING;
    place: array [0 .. PENDING - 1] of response_message;
  end;

  l1_line: record
    state: l1_state;
    data: array [word] of value;    -- defined in V and V_M
    pending: 0 .. PENDING;          -- requests without their response
  end;

  -- A load that waits for its CU's fetch.
  merged_load: record
    waits: boolean;
    line: line;
    word: word;
  end;

  l2_line: record
    state: l2_state;
    dirty: boolean;
    data: array [word] of value;            -- defined in N, S, S_M
    sharers: array [cu] of boolean;
    awaited: 0 .. CUS;                      -- INVACKs
    miss: request_message;                  -- of I_M, S_M: what is served
    fetches: array [cu] of boolean;         -- of I_S: the fetches merged,
    loads: array [thread] of array [tag] of record   -- and the other loads
      waits: boolean;
      word: word;
    end;
  end;

var
  request: array [cu] of array [line] of request_queue;
  response: array [cu] of array [line] of response_queue;
  inv: array [cu] of array [line] of boolean;
  inv_ack: array [cu] of array [line] of boolean;
  -- In a shared network: how many requests are before the INVACK, responses
  -- before the INV.
  before_ack: array [cu] of array [line] of 0 .. PENDING * SHARED_UP;
  before_inv: array [cu] of array [line] of 0 .. PENDING * SHARED_DOWN;

  l1: array [cu] of array [line] of l1_line;
  merged: array [thread] of array [tag] of merged_load;

  l2: array [line] of l2_line;
  memory: array [line] of array [word] of value;

-- Actions: network.

procedure SendRequest(c: cu; l: line; var m: request_message);
begin
  alias q: request[c][l] do
    q.place[q.count] := m;
    q.count := q.count + 1;
  end;
  l1[c][l].pending := l1[c][l].pending + 1;
end;

procedure TakeRequest(c: cu; l: line; var m: request_message);
begin
  alias q: request[c][l] do
    m := q.place[0];
    for i: 0 .. PENDING - 2 do
      q.place[i] := q.place[i + 1];
    end;
    undefine q.place[PENDING - 1];
    q.count := q.count - 1;
  end;
  if SHARED_UP = 1 & inv_ack[c][l] then
    before_ack[c][l] := before_ack[c][l] - 1;
  end;
end;

procedure SendResponse(c: cu; l: line; var m: response_message);
begin
  alias q: response[c][l] do
    q.place[q.count] := m;
    q.count := q.count + 1;
  end;
end;

procedure TakeResponse(c: cu; l: line; var m: response_message);
begin
  alias q: response[c][l] do
    m := q.place[0];
    for i: 0 .. PENDING - 2 do
      q.place[i] := q.place[i + 1];
    end;
    undefine q.place[PENDING - 1];
    q.count := q.count - 1;
  end;
  if SHARED_DOWN = 1 & inv[c][l] then
    before_inv[c][l] := before_inv[c][l] - 1;
  end;
  l1[c][l].pending := l1[c][l].pending - 1;
end;

procedure PutInv(c: cu; l: line);
begin
  inv[c][l] := true;
  before_inv[c][l] := response[c][l].count * SHARED_DOWN;
end;

procedure PutInvAck(c: cu; l: line);
begin
  inv_ack[c][l] := true;
  before_ack[c][l] := request[c][l].count * SHARED_UP;
end;

-- Whether the INV or INVACK stands before all that shares its network.
function InvFirst(c: cu; l: line): boolean;
begin
  return inv[c][l] & before_inv[c][l] = 0;
end;

function InvAckFirst(c: cu; l: line): boolean;
begin
  return inv_ack[c][l] & before_ack[c][l] = 0;
end;

-- Actions: L1.

procedure SetL1(c: cu; l: line; s: l1_state);
begin
  l1[c][l].state := s;
  if s != V & s != V_M then
    undefine l1[c][l].data;
  end;
end;

procedure SendFetch(c: cu; l: line);
var m: request_message;
begin
  m.kind := GETS;
  m.fetch := true;
  SendRequest(c, l, m);
end;

procedure SendGets(t: thread; g: tag; l: line; w: word);
var m: request_message;
begin
  m.kind := GETS;
  m.fetch := false;
  m.thread := t;
  m.tag := g;
  m.word := w;
  SendRequest(CuOf(t), l, m);
end;

procedure SendGetx(t: thread; l: line; w: word; v: value);
var m: request_message;
begin
  m.kind := GETX;
  m.thread := t;
  m.word := w;
  m.stored := v;
  SendRequest(CuOf(t), l, m);
end;

procedure SendAtomic(t: thread; g: tag; o: operation);
var m: request_message;
begin
  m.kind := ATOMIC;
  m.thread := t;
  m.tag := g;
  m.word := WordOf(o);
  m.operation := o;
  SendRequest(CuOf(t), LineOf(o), m);
end;

procedure Merge(t: thread; g: tag; l: line; w: word);
begin
  merged[t][g].waits := true;
  merged[t][g].line := l;
  merged[t][g].word := w;
end;

procedure Bind(t: thread; g: tag; v: value);
begin
  Answered(t);
  Complete(t, g, v);
end;

procedure Hit(t: thread; g: tag; l: line; w: word);
begin
  Bind(t, g, l1[CuOf(t)][l].data[w]);
end;

procedure BindMerged(c: cu; l: line; var m: response_message);
begin
  for t: thread do
    for g: tag do
      if CuOf(t) = c & merged[t][g].waits & !isundefined(merged[t][g].line) then
        if merged[t][g].line = l then
          Bind(t, g, m.data[merged[t][g].word]);
          undefine merged[t][g];
          merged[t][g].waits := false;
        end;
      end;
    end;
  end;
end;

procedure LoadDone(c: cu; l: line; var m: response_message);
begin
  if m.fetch then
    BindMerged(c, l, m);
  else
    Bind(m.thread, m.tag, m.old);
  end;
end;

procedure WriteL1(c: cu; l: line; w: word; v: value);
begin
  if WRITE_AT_ONCE = 1 then
    l1[c][l].data[w] := v;
  end;
end;

-- Actions: L2.

function Private(c: cu; l: line): boolean;
begin
  return forall d: cu do l2[l].sharers[d] -> d = c end;
end;

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

procedure ClearSharers(l: line);
begin
  for c: cu do
    l2[l].sharers[c] := false;
  end;
end;

-- INV to all sharers but the requester, whose line is served next.
procedure SendInv(l: line; requester: cu);
begin
  for c: cu do
    if l2[l].sharers[c] & c != requester then
      PutInv(c, l);
      l2[l].awaited := l2[l].awaited + 1;
    end;
  end;
end;

procedure SendRcl(l: line);
begin
  for c: cu do
    if l2[l].sharers[c] then
      PutInv(c, l);
      l2[l].awaited := l2[l].awaited + 1;
    end;
  end;
  ClearSharers(l);
end;

procedure WriteBack(l: line);
begin
  if l2[l].dirty then
    memory[l] := l2[l].data;
    l2[l].dirty := false;
  end;
end;

procedure SendFetchData(c: cu; l: line);
var m: response_message;
begin
  m.answers := GETS;
  m.fetch := true;
  m.data := l2[l].data;
  SendResponse(c, l, m);
end;

procedure SendLoadData(t: thread; g: tag; l: line; w: word);
var m: response_message;
begin
  m.answers := GETS;
  m.fetch := false;
  m.thread := t;
  m.tag := g;
  m.old := l2[l].data[w];
  SendResponse(CuOf(t), l, m);
end;

procedure AnswerGets(c: cu; l: line; var m: request_message);
begin
  l2[l].sharers[c] := true;
  if m.fetch then
    SendFetchData(c, l);
  else
    SendLoadData(m.thread, m.tag, l, m.word);
  end;
end;

procedure MergeGets(c: cu; l: line; var m: request_message);
begin
  l2[l].sharers[c] := true;
  if m.fetch then
    l2[l].fetches[c] := true;
  else
    l2[l].loads[m.thread][m.tag].waits := true;
    l2[l].loads[m.thread][m.tag].word := m.word;
  end;
end;

procedure AnswerMerged(l: line);
begin
  for c: cu do
    if l2[l].fetches[c] then
      SendFetchData(c, l);
      l2[l].fetches[c] := false;
    end;
  end;
  for t: thread do
    for g: tag do
      if l2[l].loads[t][g].waits then
        SendLoadData(t, g, l, l2[l].loads[t][g].word);
        undefine l2[l].loads[t][g];
        l2[l].loads[t][g].waits := false;
      end;
    end;
  end;
end;

procedure Write(t: thread; l: line; w: word; v: value);
begin
  l2[l].data[w] := v;
  l2[l].dirty := true;
  ObserveStore(t, l, w, v);
end;

-- The store takes its place in the line's order and is acknowledged.
procedure PerformStore(l: line; var m: request_message);
var r: response_message;
begin
  Write(m.thread, l, m.word, m.stored);
  r.answers := GETX;
  r.thread := m.thread;
  if WRITE_AT_ONCE = 0 then
    r.word := m.word;
    r.stored := m.stored;
  end;
  SendResponse(CuOf(m.thread), l, r);
end;

procedure PerformAtomic(l: line; var m: request_message);
var r: response_message;
begin
  r.answers := ATOMIC;
  r.thread := m.thread;
  r.tag := m.tag;
  r.old := l2[l].data[m.word];
  if Writes(m.operation, r.old) then
    Write(m.thread, l, m.word, Result(m.operation, r.old));
  end;
  SendResponse(CuOf(m.thread), l, r);
end;

-- Table 2.4: the L1.

procedure L1Load(t: thread; g: tag; l: line; w: word);
begin
  switch l1[CuOf(t)][l].state
    case I:
      cover "L1 I Load" true;
      SendFetch(CuOf(t), l);
      Merge(t, g, l, w);
      SetL1(CuOf(t), l, I_V);
    case V:
      cover "L1 V Load" true;
      Hit(t, g, l, w);
    case V_M:
      cover "L1 V_M Load" true;
      if PENDING_MISSES = 1 then
        SendGets(t, g, l, w);
      else
        Hit(t, g, l, w);
      end;
    case I_V:
      Merge(t, g, l, w);
    case I_I:
      cover "L1 I_I Load" true;
      SendGets(t, g, l, w);
  end;
end;

procedure L1Store(t: thread; l: line; w: word; v: value);
begin
  SendGetx(t, l, w, v);
  switch l1[CuOf(t)][l].state
    case I:
      cover "L1 I Store" true;
      SetL1(CuOf(t), l, I_I);
    case V:
      cover "L1 V Store" true;
      WriteL1(CuOf(t), l, w, v);
      SetL1(CuOf(t), l, V_M);
    case V_M:
      cover "L1 V_M Store" true;
      WriteL1(CuOf(t), l, w, v);
    case I_V:
      cover "L1 I_V Store" true;
      SetL1(CuOf(t), l, I_I);
    case I_I:
      cover "L1 I_I Store" true;
  end;
end;

procedure L1Atomic(t: thread; g: tag; o: operation);
begin
  SendAtomic(t, g, o);
  switch l1[CuOf(t)][LineOf(o)].state
    case I:
      cover "L1 I Atomic" true;
      SetL1(CuOf(t), LineOf(o), I_I);
    case V:
      cover "L1 V Atomic" true;
      SetL1(CuOf(t), LineOf(o), I_I);
    case V_M:
      cover "L1 V_M Atomic" true;
      SetL1(CuOf(t), LineOf(o), I_I);
    case I_V:
      cover "L1 I_V Atomic" true;
      SetL1(CuOf(t), LineOf(o), I_I);
    case I_I:
      cover "L1 I_I Atomic" true;
  end;
end;

ruleset c: cu; l: line do
  rule "L1 evicts"
    UsedCu(c) & UsedLine(l) & EvictionsOn() & l1[c][l].state = V
  ==>
  begin
    cover "L1 V Eviction" true;
    SetL1(c, l, I);
  end;
end;

procedure L1Inv(c: cu; l: line);
begin
  inv[c][l] := false;
  PutInvAck(c, l);
  switch l1[c][l].state
    case I:
      cover "L1 I INV" true;
    case V:
      cover "L1 V INV" true;
      SetL1(c, l, I);
    case V_M:
      cover "L1 V_M INV" true;
      SetL1(c, l, I_I);
    case I_V:
      cover "L1 I_V INV" true;
      SetL1(c, l, I_I);
    case I_I:
      cover "L1 I_I INV" true;
  end;
end;

procedure L1Data(c: cu; l: line; var m: response_message);
begin
  switch l1[c][l].state
    case I, V:
      error "L1 I, V DATA: there is no request to answer";
    case V_M:
      cover "L1 V_M DATA" true;
      assert "only a load waits in V_M" m.answers = GETS & !m.fetch;
      LoadDone(c, l, m);
      if l1[c][l].pending = 0 then
        SetL1(c, l, V);
      end;
    case I_V:
      cover "L1 I_V DATA" true;
      assert "only the fetch waits in I_V" m.answers = GETS & m.fetch;
      SetL1(c, l, V);
      l1[c][l].data := m.data;
      LoadDone(c, l, m);
    case I_I:
      if m.answers = GETS then
        cover "L1 I_I DATA (load)" true;
        LoadDone(c, l, m);
      else
        cover "L1 I_I DATA (atomic)" true;
        Bind(m.thread, m.tag, m.old);
      end;
      if l1[c][l].pending = 0 then
        SetL1(c, l, I);
      end;
  end;
end;

procedure L1Ack(c: cu; l: line; var m: response_message);
begin
  switch l1[c][l].state
    case I, V, I_V:
      error "L1 I, V, I_V ACK: no store is pending";
    case V_M:
      cover "L1 V_M ACK" true;
      if WRITE_AT_ONCE = 0 then
        l1[c][l].data[m.word] := m.stored;
      end;
      Answered(m.thread);
      if l1[c][l].pending = 0 then
        SetL1(c, l, V);
      end;
    case I_I:
      cover "L1 I_I ACK" true;
      Answered(m.thread);
      if l1[c][l].pending = 0 then
        SetL1(c, l, I);
      end;
  end;
end;

-- Table 2.5: the L2.

procedure L2MemData(l: line);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S:
      cover "L2 I_S Mem Data" true;
      SetL2(l, L2_S);
      AnswerMerged(l);
    case L2_I_M:
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
end;

procedure Fetch(l: line);
begin
  if DETAIL = 0 then
    L2MemData(l);
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
    case L2_I_S:
      cover "L2 I_S GETS" true;
      MergeGets(c, l, m);
  end;
end;

procedure L2Getx(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I GETX" true;
      l2[l].miss := m;
      SetL2(l, L2_I_M);
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
        SetL2(l, L2_S_M);
      end;
  end;
end;

procedure L2Atomic(c: cu; l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I ATOMIC" true;
      l2[l].miss := m;
      SetL2(l, L2_I_M);
      Fetch(l);
    case L2_N:
      cover "L2 N ATOMIC" true;
      PerformAtomic(l, m);
    case L2_S:
      if Private(c, l) then
        cover "L2 S ATOMIC (private)" true;
        PerformAtomic(l, m);
        ClearSharers(l);
        SetL2(l, L2_N);
      else
        cover "L2 S ATOMIC (else)" true;
        l2[l].miss := m;
        SendInv(l, c);
        SetL2(l, L2_S_M);
      end;
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
    case L2_M_I:
      cover "L2 M_I ALL INVACK" true;
      SetL2(l, L2_I);
    else
      error "L2 I, N, S, I_S, I_M ALL INVACK: none is awaited";
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    UsedLine(l) & EvictionsOn() & (l2[l].state = L2_N | l2[l].state = L2_S)
  ==>
  begin
    WriteBack(l);
    if l2[l].state = L2_N then
      cover "L2 N Evict" true;
      SetL2(l, L2_I);
    else
      cover "L2 S Evict" true;
      SendRcl(l);
      SetL2(l, L2_M_I);
    end;
  end;

  rule "memory answers"
    l2[l].state = L2_I_S | l2[l].state = L2_I_M
  ==>
  begin
    L2MemData(l);
  end;
end;

-- Deliveries.

ruleset c: cu; l: line do
  rule "L2 receives a request"
    request[c][l].count > 0 & !(SHARED_UP = 1 & InvAckFirst(c, l))
    & !L2Stalls(l, request[c][l].place[0].kind)
  ==>
  var m: request_message;
  begin
    TakeRequest(c, l, m);
    switch m.kind
      case GETS: L2Gets(c, l, m);
      case GETX: L2Getx(c, l, m);
      case ATOMIC: L2Atomic(c, l, m);
    end;
  end;

  rule "L2 receives an INVACK"
    InvAckFirst(c, l)
  ==>
  begin
    inv_ack[c][l] := false;
    l2[l].awaited := l2[l].awaited - 1;
    if l2[l].awaited = 0 then
      L2AllInvAck(l);
    end;
  end;

  rule "L1 receives a response"
    response[c][l].count > 0 & !(SHARED_DOWN = 1 & InvFirst(c, l))
  ==>
  var m: response_message;
  begin
    TakeResponse(c, l, m);
    if m.answers = GETX then
      L1Ack(c, l, m);
    else
      L1Data(c, l, m);
    end;
    for t: thread do
      if UsedThread(t) & CuOf(t) = c then PassFences(t); end;
    end;
  end;

  rule "L1 receives an INV"
    InvFirst(c, l)
  ==>
  begin
    L1Inv(c, l);
  end;
end;

-- The machine interface.

procedure MachineStart();
begin
  undefine request;
  undefine response;
  undefine l1;
  undefine merged;
  undefine l2;
  for l: line do
    for c: cu do
      request[c][l].count := 0;
      response[c][l].count := 0;
      inv[c][l] := false;
      inv_ack[c][l] := false;
      before_ack[c][l] := 0;
      before_inv[c][l] := 0;
      l1[c][l].state := I;
      l1[c][l].pending := 0;
      l2[l].sharers[c] := false;
      l2[l].fetches[c] := false;
    end;
    for t: thread do
      for g: tag do
        l2[l].loads[t][g].waits := false;
      end;
    end;
    l2[l].state := L2_I;
    l2[l].dirty := false;
    l2[l].awaited := 0;
    for w: word do
      memory[l][w] := Initial(l, w);
    end;
  end;
  for t: thread do
    for g: tag do
      merged[t][g].waits := false;
    end;
  end;
  WaitsStart();
end;

-- Room in the miss registers; a merged load needs none.
function HasRoom(t: thread; l: line): boolean;
begin
  return l1[CuOf(t)][l].pending < PENDING;
end;

-- Without either optimisation a thread's own store may not be seen in V_M yet.
function AcceptsLoad(t: thread; l: line): boolean;
begin
  switch l1[CuOf(t)][l].state
    case V, I_V:
      return true;
    case V_M:
      if PENDING_MISSES = 1 then
        return HasRoom(t, l);
      end;
      return WRITE_AT_ONCE = 1 | pending[t] = 0;
    else
      return HasRoom(t, l);
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if !FencesAllow(t, o) then
    return false;
  end;
  switch Kind(o)
    case FENCE: return true;
    case LOAD: return AcceptsLoad(t, LineOf(o));
    case STORE, RMW: return HasRoom(t, LineOf(o));
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) != FENCE then
    Issued(t, o);
    switch Kind(o)
      case LOAD: L1Load(t, g, LineOf(o), WordOf(o));
      case STORE: L1Store(t, LineOf(o), WordOf(o), Stored(o));
      case RMW: L1Atomic(t, g, o);
    end;
  end;
end;

-- A load that misses and is not to be installed would change nothing.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  SendFetch(c, l);
  SetL1(c, l, I_V);
end;

-- An eviction of a valid line is silent, and its INV is answered all the same.
procedure Unwanted(c: cu; l: line);
begin
  if l1[c][l].state = V then
    SetL1(c, l, I);
  end;
end;

function Quiescent(): boolean;
begin
  return
    forall l: line do
      (l2[l].state = L2_I | l2[l].state = L2_N | l2[l].state = L2_S)
      & forall c: cu do
        l1[c][l].pending = 0 & !inv[c][l] & !inv_ack[c][l]
      end
    end;
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = V | (PENDING_MISSES = 0 & l1[c][l].state = V_M);
end;

function CopyValue(c: cu; l: line; w: word): value;
begin
  return l1[c][l].data[w];
end;

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

function Latest(l: line; w: word): value;
begin
  switch l2[l].state
    case L2_N, L2_S, L2_S_M:
      return l2[l].data[w];
    else
      return memory[l][w];
  end;
end;

function FinalValue(l: line; w: word): value;
begin
  return Latest(l, w);
end;
