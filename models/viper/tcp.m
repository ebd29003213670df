-- SPDX-License-Identifier: BSD-2-Clause
-- The coalescer and the TCP of a CU.  The coalescer has one request of a line at the
-- TCP at a time; the next one goes when the first is answered, which for a store is
-- when the TCP sends it on.

type
  tcp_state: enum { TCP_I, TCP_V, TCP_IV, TCP_A, TCP_F };
  core_request: record
    prefetch: boolean;         -- binds nothing, and has none of these
    thread: thread;
    what: operation;
    answer: tag;               -- not of a store
  end;
  entry_type: core_request;

const
  FIFO_DEPTH: CHANNEL;

include "../lib/parts/fifo.m"

var
  coalescer: array [cu] of array [line] of fifo_type;
  serving: array [cu] of array [line] of record   -- the load or atomic that is at the TCP
    active: boolean;
    request: core_request;
  end;
  walk: array [cu] of array [line] of boolean;    -- lines that an acquire has still to evict
  tcp: array [cu] of array [line] of record
    present: boolean;          -- has a way,
    state: tcp_state;          -- this state
    data: line_data;           -- and, in V, data
    tbe: boolean;              -- has a TBE,
    tbe_state: tcp_state;      -- whose state counts
  end;
  down: array [cu] of array [line] of record
    count: 0 .. ANSWERS;
    entry: array [0 .. ANSWERS - 1] of answer_message;
  end;

function TcpState(c: cu; l: line): tcp_state;
begin
  return tcp[c][l].tbe ? tcp[c][l].tbe_state : tcp[c][l].present ? tcp[c][l].state : TCP_I;
end;

procedure SetTcp(c: cu; l: line; s: tcp_state);
begin
  if tcp[c][l].tbe then tcp[c][l].tbe_state := s; end;
  if tcp[c][l].present then
    tcp[c][l].state := s;
    if s != TCP_V then undefine tcp[c][l].data; end;
  end;
end;

procedure InvCache(c: cu; l: line);
begin
  tcp[c][l].present := false;
  undefine tcp[c][l].state;
  undefine tcp[c][l].data;
end;

procedure AllocateTcpTbe(c: cu; l: line);
begin
  tcp[c][l].tbe := true;
end;

procedure FreeTcpTbe(c: cu; l: line);
begin
  tcp[c][l].tbe := false;
  undefine tcp[c][l].tbe_state;
end;

procedure TcpStart();
begin
  for c: cu do
    for l: line do
      InvCache(c, l);
      FreeTcpTbe(c, l);
      walk[c][l] := false;
      coalescer[c][l].count := 0;
      serving[c][l].active := false;
      down[c][l].count := 0;
    end;
  end;
end;

-- ---- the TCP asks the TCC ----

procedure SendToTcc(c: cu; l: line; k: request_kind; var r: request_message);
begin
  r.kind := k;
  r.from := c;
  assert "CHANNEL suffices" Room(c, l);
  Send(c, l, r);
end;

procedure Ask(c: cu; l: line; k: request_kind; scalar: boolean; var q: core_request);
var r: request_message;
begin
  r.scalar := scalar;
  r.glc := q.prefetch ? false : Kind(q.what) = RMW ? IsReturning(q.thread, q.what) : IsGlc(q.what);
  r.slc := q.prefetch ? false : IsSlc(q.thread, q.what);
  if k != RdBlk then
    r.thread := q.thread;
    r.what := q.what;
  end;
  SendToTcc(c, l, k, r);
end;

-- A load or atomic stays with the coalescer until it is answered.
procedure AskFor(c: cu; l: line; k: request_kind; scalar: boolean; var q: core_request);
begin
  Ask(c, l, k, scalar, q);
  serving[c][l].active := true;
  serving[c][l].request := q;
end;

-- ---- answers to threads ----

procedure Answered(t: thread);
begin
  pending[t] := pending[t] - 1;
  GoOn(t);
end;

procedure BindRequest(var q: core_request; v: value);
begin
  Answered(q.thread);
  Complete(q.thread, q.answer, v);
end;

-- A load that finds the line; a prefetch has nothing to bind.
procedure BindHit(var q: core_request; var data: line_data);
begin
  if !q.prefetch then BindRequest(q, data[WordOf(q.what)]); end;
end;

-- ---- events: the core's ----

procedure TcpLoad(c: cu; l: line; var q: core_request);
begin
  switch TcpState(c, l)
    case TCP_I:
      cover "TCP I Load" true;
      AllocateTcpTbe(c, l);
      AskFor(c, l, RdBlk, false, q);
      SetTcp(c, l, TCP_IV);
    case TCP_V: cover "TCP V Load" true; BindHit(q, tcp[c][l].data);
    case TCP_IV: error "TCP IV Load: the coalescer has one request of a line at the TCP";
    case TCP_A: error "TCP A Load: the coalescer has one request of a line at the TCP";
    case TCP_F: error "TCP F Load: undefined";
  end;
end;

procedure TcpLoadBypassEvict(c: cu; l: line; var q: core_request);
begin
  switch TcpState(c, l)
    case TCP_I:
      cover "TCP I LoadBypassEvict" true;
      if KNOWN = 6 & PART <= 1 then error "TCP I LoadBypassEvict: undefined"; end;
    case TCP_V:
      cover "TCP V LoadBypassEvict" true;
      if KNOWN = 6 & (PART = 0 | PART = 2) & MayWalk(c) then error "TCP V LoadBypassEvict: inv_invDone, and no acquire is under way"; end;
      InvCache(c, l);
    case TCP_IV: error "TCP IV LoadBypassEvict: the coalescer has one request of a line at the TCP";
    case TCP_A: error "TCP A LoadBypassEvict: the coalescer has one request of a line at the TCP";
    case TCP_F: error "TCP F LoadBypassEvict: undefined";
  end;
  AskFor(c, l, RdBlk, false, q);
  SetTcp(c, l, TCP_I);
end;

-- The store leaves the coalescer as it is sent; in V the line is dropped.
procedure TcpStoreThrough(c: cu; l: line; var q: core_request);
begin
  switch TcpState(c, l)
    case TCP_I:
      cover "TCP I StoreThrough" true;
      if KNOWN = 14 & exists k: line do tcp[c][k].present end then
        error "TCP I StoreThrough: an entry is allocated, and the set has no way left";
      end;
      Ask(c, l, WriteThrough, false, q);
    case TCP_V:
      cover "TCP V StoreThrough" true;
      Ask(c, l, WriteThrough, false, q);
      InvCache(c, l);
      SetTcp(c, l, TCP_I);
    case TCP_IV: error "TCP IV StoreThrough: the coalescer has one request of a line at the TCP";
    case TCP_A: error "TCP A StoreThrough: the coalescer has one request of a line at the TCP";
    case TCP_F: error "TCP F StoreThrough: undefined";
  end;
end;

procedure TcpAtomic(c: cu; l: line; var q: core_request);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I Atomic" true;
    case TCP_V: cover "TCP V Atomic" true;
    case TCP_IV: error "TCP IV Atomic: the coalescer has one request of a line at the TCP";
    case TCP_A: error "TCP A Atomic: the coalescer has one request of a line at the TCP";
    case TCP_F: error "TCP F Atomic: undefined";
  end;
  AllocateTcpTbe(c, l);
  AskFor(c, l, Atomic, false, q);
  SetTcp(c, l, TCP_A);
end;

-- One line of an acquire's walk.  Mended, it stops a fill on its way from being
-- installed: the TBE goes on in I, where the sources answer the load and install nothing.
procedure TcpEvict(c: cu; l: line);
begin
  switch TcpState(c, l)
    case TCP_I:
      cover "TCP I Evict" true;
      InvCache(c, l);
    case TCP_V:
      cover "TCP V Evict" true;
      InvCache(c, l);
      SetTcp(c, l, TCP_I);
    case TCP_A:
      cover "TCP A Evict" true;
    case TCP_IV:
      if LATE_FILLS = 1 then
        error "TCP IV Evict: undefined";
      end;
      InvCache(c, l);
      SetTcp(c, l, TCP_I);
    case TCP_F: if FLUSH_LAST = 1 then error "TCP F Evict: undefined"; end;
  end;
end;

-- A way is needed for another line.
procedure TcpRepl(c: cu; l: line);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I Repl" true;   InvCache(c, l);
    case TCP_V: cover "TCP V Repl" true;   InvCache(c, l);  SetTcp(c, l, TCP_I);
    case TCP_A: cover "TCP A Repl" true;   InvCache(c, l);
    case TCP_IV: cover "TCP IV Repl" true; InvCache(c, l);  SetTcp(c, l, TCP_I);
    case TCP_F: error "TCP F Repl: undefined";
  end;
end;

-- ---- the coalescer ----

-- K6, later: a load that bypasses is one where there is an entry alone; else its answer is installed, as a plain one's.
function PlainWhereAbsent(c: cu; l: line): boolean;
begin
  return KNOWN = 6 & PART = 3 & !tcp[c][l].present;
end;

procedure TcpRequest(c: cu; l: line; var q: core_request);
begin
  -- K16, of the TCP: the line is in A still, where every request parks, and nothing will wake it.
  if KNOWN = 16 & PART = 3 & TcpState(c, l) = TCP_A then
    serving[c][l].active := true;
    serving[c][l].request := q;
    return;
  end;
  if q.prefetch ? true : Kind(q.what) = LOAD & Order(q.what) = PLAIN then
    if SQC = 1 then SqcFetch(c, l, q); else TcpLoad(c, l, q); end;
    return;
  end;
  switch Kind(q.what)
    case LOAD:
      if (IsGlc(q.what) | IsSlc(q.thread, q.what)) & !PlainWhereAbsent(c, l) then
        TcpLoadBypassEvict(c, l, q);
      else
        TcpLoad(c, l, q);
      end;
    case STORE: TcpStoreThrough(c, l, q);
    case RMW: TcpAtomic(c, l, q);
  end;
end;

-- What may go to the TCP now goes; what an acquire has still to evict goes before it.
procedure Coalesce(c: cu; l: line);
var q: core_request;
begin
  while coalescer[c][l].count > 0 & !serving[c][l].active & !walk[c][l] & aside[c][l] != OUT do
    Pop(coalescer[c][l], q);
    TcpRequest(c, l, q);
  end;
end;

-- Requests of the CU for the line that are on their way to the TCC, or wait at the coalescer.
function Waiting(c: cu; l: line): 0 .. 2 * CHANNEL;
begin
  return coalescer[c][l].count + up[c][l].count;
end;

procedure Enqueue(c: cu; l: line; var q: core_request);
begin
  Push(coalescer[c][l], q);
  Coalesce(c, l);
end;

-- ---- events: answers ----

-- The load or atomic at the TCP is answered, last in its transition.
procedure ServedBy(c: cu; l: line; var m: answer_message);
var q: core_request;
begin
  assert "the coalescer waits for an answer" serving[c][l].active;
  q := serving[c][l].request;
  undefine serving[c][l];
  serving[c][l].active := false;
  if !q.prefetch then
    if m.atomic & isundefined(m.old) then error "TCP: the answer to an atomic has no old value"; end;
    BindRequest(q, m.atomic ? m.old : m.data[WordOf(q.what)]);
  end;
end;

procedure TcpTccAck(c: cu; l: line; var m: answer_message);
begin
  switch TcpState(c, l)
    case TCP_I:
      cover "TCP I TCC_Ack" true;
      assert "a TBE that is freed is there" tcp[c][l].tbe;
      WakeFlush(c, l);
      FreeTcpTbe(c, l);
    case TCP_V:
      cover "TCP V TCC_Ack" true;
      tcp[c][l].data := m.data;
    case TCP_IV:
      cover "TCP IV TCC_Ack" true;
      WakeFlush(c, l);
      FreeTcpTbe(c, l);
      tcp[c][l].present := true;
      SetTcp(c, l, TCP_V);
      tcp[c][l].data := m.data;
    case TCP_A:
      cover "TCP A TCC_Ack" true;
      if KNOWN = 16 & PART = 3 then
        ServedBy(c, l, m);
        return;
      end;
      WakeFlush(c, l);
      FreeTcpTbe(c, l);
      InvCache(c, l);
    case TCP_F: error "TCP F TCC_Ack: undefined";
  end;
  ServedBy(c, l, m);
end;

procedure TcpBypass(c: cu; l: line; var m: answer_message);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I Bypass" true;
    case TCP_V: error "TCP V Bypass: undefined";
    case TCP_IV: cover "TCP IV Bypass" true;
    case TCP_A:
      cover "TCP A Bypass" true;
      FreeTcpTbe(c, l);
      SetTcp(c, l, TCP_I);
    case TCP_F: error "TCP F Bypass: undefined";
  end;
  ServedBy(c, l, m);
end;

-- The store is complete.
procedure TcpTccAckWB(c: cu; l: line; var m: answer_message);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I TCC_AckWB" true;
    case TCP_V: cover "TCP V TCC_AckWB" true;
    case TCP_IV: cover "TCP IV TCC_AckWB" true;
    case TCP_A: cover "TCP A TCC_AckWB" true;
    case TCP_F:
      cover "TCP F TCC_AckWB" true;
      if isundefined(m.thread) then
        FlushDone(c, l);
        return;
      end;
      if FLUSH_LAST = 1 then error "TCP F TCC_AckWB: a store's acknowledgement ends the flush"; end;
  end;
  Answered(m.thread);
end;

procedure TcpReceives(c: cu; l: line; var m: answer_message);
begin
  if m.kind = TDSysWBAck then
    TcpTccAckWB(c, l, m);
  elsif m.kind = InvL2Resp then
    TcpInvL2Resp(c, l);
  elsif m.scalar then
    SqcData(c, l, m);
  elsif m.bypass & !(KNOWN = 6 & PART = 3 & TcpState(c, l) = TCP_IV) then
    TcpBypass(c, l, m);
  else
    TcpTccAck(c, l, m);
  end;
  Coalesce(c, l);
end;

procedure Respond(c: cu; l: line; var m: answer_message);
begin
  if STEPS = 0 then
    TcpReceives(c, l, m);
  else
    assert "ANSWERS suffices" down[c][l].count < ANSWERS;
    down[c][l].entry[down[c][l].count] := m;
    down[c][l].count := down[c][l].count + 1;
  end;
end;

-- ---- acquires ----

procedure StartAcquire(t: thread; o: operation);
begin
  acquire[t] := WAITS;
  walks[t] := AtLeast(Scope(o), COMPONENT);
end;

procedure EndAcquire(t: thread);
begin
  acquire[t] := NONE;
  walks[t] := false;
end;

-- An acquire walks the ways of the TCP: the lines that are valid as it begins, and, mended,
-- those on their way.  For a way that has none it evicts the line at address 0.
function IsWalked(c: cu; l: line): boolean;
begin
  return ZERO_LINE = 1 | TcpState(c, l) = TCP_V | sqc[c][l].state = SQC_V
       | (LATE_FILLS = 0 & sqc[c][l].state = SQC_IV) | (LATE_FILLS = 0 & (tcp[c][l].present | tcp[c][l].tbe));
end;

procedure StartWalk(t: thread);
begin
  acquire[t] := WALKS;
  alias c: CuOf(t) do
    for l: line do walk[c][l] := IsWalked(c, l); end;
  end;
end;

procedure EvictBoth(c: cu; l: line);
begin
  TcpEvict(c, l);
  if SQC = 1 & KNOWN != 18 then SqcEvict(c, l); end;
end;

-- Reduced, the walk is one step.
procedure WalkAtOnce(c: cu);
begin
  for l: line do
    if IsWalked(c, l) then EvictBoth(c, l); end;
  end;
end;

-- One walk of a CU at a time.
function MayWalk(c: cu): boolean;
begin
  return !exists t: thread do acquire[t] = WALKS & CuOf(t) = c end;
end;

-- A wait of the thread that is over ends; where a walk comes next, that is a rule.
procedure GoOn(t: thread);
begin
  if acquire[t] = WAITS & pending[t] = 0 & (STEPS = 0 | !walks[t]) then
    if walks[t] then WalkAtOnce(CuOf(t)); end;
    EndAcquire(t);
  end;
end;

procedure EndWalk(c: cu);
begin
  if forall l: line do !walk[c][l] end then
    for t: thread do
      if acquire[t] = WALKS & CuOf(t) = c then EndAcquire(t); end;
    end;
  end;
end;

-- Last in each step.
procedure EndStep();
begin
  PassAllFences();
end;

ruleset t: thread do
  fair rule "an acquire begins its walk"
    STEPS = 1 & acquire[t] = WAITS & pending[t] = 0 & MayWalk(CuOf(t))
  ==>
  begin
    StartWalk(t);
    EndWalk(CuOf(t));
    EndStep();
  end;
end;

ruleset c: cu; l: line do
  fair rule "TCP evicts for an acquire"
    walk[c][l]
  ==>
  begin
    walk[c][l] := false;
    EvictBoth(c, l);
    Coalesce(c, l);
    EndWalk(c);
    EndStep();
  end;

  rule "TCP replaces"
    EvictionsOn() & tcp[c][l].present & (STEPS = 1 | TcpState(c, l) = TCP_V)
    & (TcpState(c, l) = TCP_F -> FLUSH_LAST = 1 & FLUSHES > 1)
  ==>
  begin
    TcpRepl(c, l);
  end;
end;

-- An answer may overtake those of atomics.
ruleset c: cu; l: line; i: 0 .. ANSWERS - 1 do
  fair rule "TCP receives"
    STEPS = 1 & i < down[c][l].count
    & forall j: 0 .. ANSWERS - 1 do j < i -> down[c][l].entry[j].atomic end
  ==>
  var m: answer_message;
  begin
    m := down[c][l].entry[i];
    for j: 0 .. ANSWERS - 1 do
      if j > i then down[c][l].entry[j - 1] := down[c][l].entry[j]; end;
    end;
    undefine down[c][l].entry[ANSWERS - 1];
    down[c][l].count := down[c][l].count - 1;
    TcpReceives(c, l, m);
    EndStep();
  end;
end;

-- ---- events: flushes and directed invalidations ----

-- Of the TCC alone: the entry that is sent with a flush has nothing dirty, and is not read there.
procedure AskTcc(c: cu; l: line; k: request_kind);
var r: request_message;
begin
  r.scalar := false;
  r.glc := false;
  r.slc := false;
  SendToTcc(c, l, k, r);
end;

procedure TcpFlush(c: cu; l: line);
begin
  switch TcpState(c, l)
    case TCP_I, TCP_V:
      cover "TCP I Flush" TcpState(c, l) = TCP_I;
      cover "TCP V Flush" TcpState(c, l) = TCP_V;
      tcp[c][l].present := true;
      AskTcc(c, l, WriteFlush);
      SetTcp(c, l, TCP_F);
      aside[c][l] := FLUSHES < 3 ? OUT : NO_ASIDE;
    case TCP_IV, TCP_A:
      cover "TCP IV Flush" TcpState(c, l) = TCP_IV;
      cover "TCP A Flush" TcpState(c, l) = TCP_A;
      aside[c][l] := PARKED;
    case TCP_F: error "TCP F Flush: undefined";
  end;
end;

procedure WakeFlush(c: cu; l: line);
begin
  if aside[c][l] = PARKED then aside[c][l] := WOKEN; end;
end;

procedure FlushDone(c: cu; l: line);
begin
  InvCache(c, l);
  SetTcp(c, l, TCP_I);
  if aside[c][l] = OUT then aside[c][l] := NO_ASIDE; end;
  if FLUSHES = 1 & isundefined(owner[l]) then
    assert "a flush leaves what was stored last in memory" forall w: word do memory[l][w] = Latest(l, w) end;
  end;
end;

procedure TcpInvL2(c: cu; l: line);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I InvL2" true;
    case TCP_V: cover "TCP V InvL2" true;  InvCache(c, l);  SetTcp(c, l, TCP_I);
    case TCP_IV: error "TCP IV InvL2: undefined";
    case TCP_A: error "TCP A InvL2: undefined";
    case TCP_F: error "TCP F InvL2: undefined";
  end;
  AskTcc(c, l, InvTcc);
  if DIRECTED < 3 then aside[c][l] := OUT; end;
end;

procedure TcpInvL2Resp(c: cu; l: line);
begin
  switch TcpState(c, l)
    case TCP_I: cover "TCP I InvL2Resp" true;
    case TCP_V: error "TCP V InvL2Resp: undefined";
    case TCP_IV: error "TCP IV InvL2Resp: undefined";
    case TCP_A: error "TCP A InvL2Resp: undefined";
    case TCP_F: error "TCP F InvL2Resp: undefined";
  end;
  if aside[c][l] = OUT then aside[c][l] := NO_ASIDE; end;
  written_over_pci[l] := false;
end;
