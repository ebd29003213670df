-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, and LCC, with the transient states of TC-Strong's tables.
-- ../tables/tc-strong-l1.csv and tc-strong-l2.csv are the published tables;
-- below, a column is a procedure and a row a case of it, in the order of the
-- tables.  Each cell that acts has a cover "L1 STATE EVENT" or "L2 STATE
-- EVENT"; the stalls are L2Stalls (their covers are in coverage-strong.m, with
-- the L1's evictions that stall), and a cell that is impossible is an error
-- where something could bring it about.  `murrelet table tc-strong` draws both
-- tables back; ../table-notes-strong.tsv explains.
--
-- machine: source: Singh, thesis, section 4.2, Tables 4.1, 4.2
-- machine: promises: rc-mca hrf-indirect-relaxed
-- machine: variant lcc: LCC=1 PRIVATE_WRITE=0 EVICT_UNEXPIRED=0
-- machine: promises lcc: sc
-- machine: lowering: models/lib/waits.m

include "parts.m"

const
  LCC: 0;   -- 1: one outstanding store a CU, one access a thread
  -- Cells that are unsafe as printed, each 1 for the printed reading.
  TS1: 0;   -- a load hits in V_M; 0: it asks the L2
  TS2: 0;   -- the L2 answers an atomic in E with ACK: its value never comes; 0: DATA

function IsAtomic(o: operation): boolean;
begin
  return Kind(o) = RMW;
end;

-- A fence before it as well as after it.
function WaitsBefore(o: operation): boolean;
begin
  return false;
end;

-- LCC: one outstanding access of the thread, one outstanding store of the CU.
function OneByOne(t: thread; o: operation): boolean;
begin
  return LCC = 0
       | (pending[t] = 0
          & (Kind(o) = LOAD
             | forall l: line do
                 l1[CuOf(t)][l].pending = 0 | l1[CuOf(t)][l].state = I_V
               end));
end;

function HitsInVM(): boolean;
begin
  return TS1 = 1;
end;

-- Table 4.1: the L1.

procedure L1Load(t: thread; g: tag; o: operation);
begin
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:
        cover "L1 I Load" true;
        Issued(t, o);
        SendFetch(c, l);
        Merge(t, g, o, true);
        SetL1(c, l, I_V);
      case V:
        cover "L1 V Load" true;
        Hit(t, g, o);
      case V_M:
        cover "L1 V_M Load" true;
        if TS1 = 1 then
          Hit(t, g, o);
        else
          Issued(t, o);
          SendGets(t, g, o);
        end;
      case I_V:
        Issued(t, o);
        Merge(t, g, o, false);
      case I_I:
        cover "L1 I_I Load" true;
        Issued(t, o);
        SendGets(t, g, o);
    end;
  end;
end;

procedure L1Store(t: thread; o: operation);
begin
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:
        cover "L1 I Store" true;
        SendStore(GETX, t, o);
        SetL1(c, l, I_I);
      case V:
        cover "L1 V Store" true;
        SendStore(UPGR, t, o);
        WriteL1(t, o);
        SetL1(c, l, V_M);
      case V_M:
        cover "L1 V_M Store" true;
        SendStore(UPGR, t, o);
        WriteL1(t, o);
      case I_V:
        cover "L1 I_V Store" true;
        SendStore(GETX, t, o);
        SetL1(c, l, I_I);
      case I_I:
        cover "L1 I_I Store" true;
        SendStore(GETX, t, o);
    end;
  end;
end;

procedure L1Atomic(t: thread; g: tag; o: operation);
begin
  SendAtomic(t, g, o);
  alias c: CuOf(t); l: LineOf(o) do
    switch l1[c][l].state
      case I:
        cover "L1 I Atomic" true;
        SetL1(c, l, I_I);
      case V:
        cover "L1 V Atomic" true;
        SetL1(c, l, I_I);
      case V_M:
        cover "L1 V_M Atomic" true;
        SetL1(c, l, I_I);
      case I_V:
        cover "L1 I_V Atomic" true;
        SetL1(c, l, I_I);
      case I_I:
        cover "L1 I_I Atomic" true;
    end;
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

-- TIME is past the line's LT.
procedure L1Expire(c: cu; l: line);
begin
  switch l1[c][l].state
    case V:
      cover "L1 V Expire" true;
      SetL1(c, l, I);
    case V_M:
      cover "L1 V_M Expire" true;
      SetL1(c, l, I_I);
  end;
end;

procedure L1Data(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V:
      error "L1 I, V Data: there is no request to answer";
    case V_M:
      cover "L1 V_M Data" true;
      assert "only a load waits in V_M" m.answers = GETS & !m.fetch;
      Bind(m.thread, m.tag, m.old);
      WhenNoneIsPending(c, l, V);
    case I_V:
      cover "L1 I_V Data" true;
      assert "only the fetch waits in I_V" m.answers = GETS & m.fetch;
      LoadDone(c, l, m, m.lt >= 0 ? V : I);
    case I_I:
      if m.answers = GETS then
        cover "L1 I_I Data (load)" true;
        LoadDone(c, l, m, l1[c][l].pending = 0 ? I : I_I);
      else
        cover "L1 I_I Data (store)" m.answers != ATOMIC;
        cover "L1 I_I Data (atomic)" m.answers = ATOMIC;
        AtomicDone(m);
        WhenNoneIsPending(c, l, I);
      end;
  end;
end;

procedure L1WriteAck(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V, I_V:
      error "L1 I, V, I_V Write Ack: no store is pending";
    case V_M:
      cover "L1 V_M Write Ack" true;
      StoreDone(c, l, m);
      WhenNoneIsPending(c, l, V);
    case I_I:
      cover "L1 I_I Write Ack" true;
      if m.answers != ATOMIC then  -- TS2: nobody knows of an atomic that an ACK ends
        StoreDone(c, l, m);
      end;
      WhenNoneIsPending(c, l, I);
  end;
end;

-- Table 4.2: the L2.

-- "TS==?": the line is the requester's alone.
function Matches(l: line; var m: request_message): boolean;
begin
  return m.lt = l2[l].gt;
end;

-- Whether the L2 leaves this request in its queue; for want of a way or a miss
-- register too.
function L2Stalls(l: line; var m: request_message): boolean;
begin
  switch l2[l].state
    case L2_I: return !MayFetch(l);
    case L2_E: return false;
    case L2_P: return m.kind = GETX | m.kind = ATOMIC | (m.kind = UPGR & !(PRIVATE_WRITE = 1 & Matches(l, m)));
    case L2_S, L2_I_S: return m.kind != GETS;
    case L2_I_M, L2_M_I: return true;
  end;
end;

procedure L2Gets(c: cu; l: line; var m: request_message; lease: time_left);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I GETS" true;
      MergeGets(c, l, m);
      SetL2(l, L2_I_S);
    case L2_P:
      cover "L2 P GETS" true;
      AnswerGets(c, l, m, lease);
      SetL2(l, L2_S);
    case L2_S:
      cover "L2 S GETS" true;
      AnswerGets(c, l, m, lease);
    case L2_E:
      cover "L2 E GETS" true;
      AnswerGets(c, l, m, lease);
      SetL2(l, PRIVATE_WRITE = 1 ? L2_P : L2_S);
    case L2_I_S:
      cover "L2 I_S GETS" true;
      MergeGets(c, l, m);
  end;
end;

procedure Miss(l: line; var m: request_message);
begin
  l2[l].miss := m;
  SetL2(l, L2_I_M);
end;

procedure L2Getx(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I GETX" true;
      Miss(l, m);
    case L2_E:
      cover "L2 E GETX" true;
      PerformStore(l, m, ACK, 0);
  end;
end;

procedure L2Upgr(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I UPGR" true;
      Miss(l, m);
    case L2_P:
      cover "L2 P UPGR (TS==)" true;
      PerformStore(l, m, ACK, 0);
    case L2_E:
      cover "L2 E UPGR" true;
      PerformStore(l, m, ACK, 0);
  end;
end;

procedure L2Atomic(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I ATOMIC" true;
      Miss(l, m);
    case L2_E:
      cover "L2 E ATOMIC" true;
      PerformAtomic(l, m, TS2 = 1 ? ACK : DATA, 0);
  end;
end;

function MayEvict(l: line): boolean;
begin
  return l2[l].state = L2_E | (EVICT_UNEXPIRED = 1 & HasMshr() & (l2[l].state = L2_P | l2[l].state = L2_S));
end;

procedure L2Evict(l: line);
var dirty: boolean;
begin
  dirty := l2[l].dirty;
  WriteBack(l);
  switch l2[l].state
    case L2_P:
      cover "L2 P Evict (dirty)" dirty;
      cover "L2 P Evict (else)" !dirty;
      SetL2(l, L2_M_I);
    case L2_S:
      cover "L2 S Evict (dirty)" dirty;
      cover "L2 S Evict (else)" !dirty;
      SetL2(l, L2_M_I);
    case L2_E:
      cover "L2 E Evict (dirty)" dirty;
      cover "L2 E Evict (else)" !dirty;
      SetL2(l, L2_I);
  end;
end;

-- TIME is past the line's GT.
procedure L2Expire(l: line);
begin
  switch l2[l].state
    case L2_P:
      cover "L2 P Expire" true;
      SetL2(l, L2_E);
    case L2_S:
      cover "L2 S Expire" true;
      SetL2(l, L2_E);
    case L2_M_I:
      cover "L2 M_I Expire" true;
      SetL2(l, L2_I);
    else
      error "L2 I, E, I_S, I_M Expire: the line has no lease";
  end;
end;

procedure L2MemData(l: line; lease: time_left);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S:
      cover "L2 I_S Mem Data (multiple)" Multiple(l);
      cover "L2 I_S Mem Data (else)" !Multiple(l);
      l2[l].state := Multiple(l) | PRIVATE_WRITE = 0 ? L2_S : L2_P;
      AnswerMerged(l, lease);
    case L2_I_M:
      cover "L2 I_M Mem Data (write)" l2[l].miss.kind != ATOMIC;
      cover "L2 I_M Mem Data (atomic)" l2[l].miss.kind = ATOMIC;
      l2[l].state := L2_E;
      if l2[l].miss.kind = ATOMIC then
        PerformAtomic(l, l2[l].miss, DATA, 0);
      else
        PerformStore(l, l2[l].miss, ACK, 0);
      end;
      undefine l2[l].miss;
    else
      error "L2 I, P, S, E, M_I Mem Data: nothing was fetched";
  end;
end;

function MayAnswer(l: line): boolean;
begin
  return true;
end;

include "rules.m"
