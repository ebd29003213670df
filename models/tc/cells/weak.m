-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak with the transient states of its tables.  ../tables/tc-weak-l1.csv
-- and tc-weak-l2.csv are the published tables; how they and this file
-- correspond is said at the head of strong.m.
--
-- machine: source: Singh, thesis, section 4.3, Tables 4.3, 4.4
-- machine: promises: rc hrf-indirect
-- machine: lowering: models/lib/waits.m; the synchronising accesses
--   (acquire, release, acq-rel, sc) are atomics at the L2 between two fences

include "parts.m"

const
  -- Cells that are unsafe as printed, each 1 for the printed reading.
  TW3: 0;   -- a store or atomic that refetches an unexpired line forgets its time
  TW4: 0;   -- a load that refetches an unexpired line leaves it private
  TW5: 0;   -- a store to a shared line makes it private
  TW6: 0;   -- the answer to an upgrade leaves the copy as it is; 0: the copy takes the
            -- L2's time and, with DATA-G, its data
  GWCT_IS_GT: 0;    -- the thesis's prose has GWCT = GT, its proof GT + 1
  TIME_STEP: 1;     -- 0: a write leaves the L2's time as it is (no TS++)
  SYNC_ATOMIC: 1;   -- as in ../tc.m
  GWCT_TABLE: 1;    -- 0: for drivers that have no fences: nobody keeps a GWCT
  REFETCH_DATA: 0;  -- as in ../tc.m: an UPGR that refetches an unexpired line is
                    -- answered with 0: data unless its time matches; 1: always
                    -- data; 2: never data

function IsAtomic(o: operation): boolean;
begin
  return Kind(o) = RMW | (SYNC_ATOMIC = 1 & Synchronises(o));
end;

-- A fence before it as well as after it.
function WaitsBefore(o: operation): boolean;
begin
  return SYNC_ATOMIC = 1 & Synchronises(o);
end;

function OneByOne(t: thread; o: operation): boolean;
begin
  return true;
end;

function HitsInVM(): boolean;
begin
  return true;
end;

-- Table 4.3: the L1.

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
        Hit(t, g, o);
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

-- The answer to an UPGR: the copy takes the L2's time, and with data is as new
-- as the L2's line.  A word that the CU has another store to on its way keeps
-- that store's value.
procedure Upgraded(c: cu; l: line; var m: answer_message);
begin
  if TW6 = 1 then
    return;
  end;
  alias it: l1[c][l] do
    if m.kind = DATA_G then
      for w: word do
        if it.stores[w] = 0 then
          it.data[w] := m.data[w];
        end;
      end;
    end;
    if m.lt > it.lt then
      it.lt := m.lt;
    end;
  end;
end;

procedure L1Data(c: cu; l: line; var m: answer_message);
begin
  switch l1[c][l].state
    case I, V:
      error "L1 I, V Data: there is no request to answer";
    case V_M:
      cover "L1 V_M Data" true;
      assert "only stores wait in V_M" m.answers = UPGR;
      StoreDone(c, l, m);
      UpdateGwct(m);
      Upgraded(c, l, m);
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
        UpdateGwct(m);
        if m.answers = ATOMIC then
          AtomicDone(m);
        else
          StoreDone(c, l, m);
        end;
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
      cover "L1 V_M Write Ack (global)" m.kind = ACK_G;
      cover "L1 V_M Write Ack (else)" m.kind = ACK;
      StoreDone(c, l, m);
      UpdateGwct(m);
      Upgraded(c, l, m);
      WhenNoneIsPending(c, l, V);
    case I_I:
      cover "L1 I_I Write Ack (global)" m.kind = ACK_G;
      cover "L1 I_I Write Ack (else)" m.kind = ACK;
      StoreDone(c, l, m);
      UpdateGwct(m);
      WhenNoneIsPending(c, l, I);
  end;
end;

-- Table 4.4: the L2.

-- "TS==?": the requester's copy is as new as the line.
function Matches(l: line; var m: request_message): boolean;
begin
  return m.lt = l2[l].gt;
end;

-- "TS++".  The time of an expired line needs no step: nobody has it.
procedure StepTime(l: line);
begin
  if l2[l].gt >= 0 then
    l2[l].gt := l2[l].gt + TIME_STEP;
  end;
end;

-- The GWCT of a store performed now, before TS++.
function Gwct(l: line): wait_left;
begin
  if GWCT_TABLE = 0 then
    return 0;
  end;
  return GWCT_IS_GT = 1 & l2[l].gt >= 0 ? l2[l].gt : l2[l].gt + 1;
end;

procedure Store(l: line; var m: request_message; kind: answer_kind);
var g: wait_left;
begin
  g := kind = ACK ? 0 : Gwct(l);
  StepTime(l);
  PerformStore(l, m, kind, g);
end;

procedure StoreAtomic(l: line; var m: request_message);
var g: wait_left;
begin
  g := Gwct(l);
  StepTime(l);
  PerformAtomic(l, m, DATA_G, g);
end;

-- Whether the L2 leaves this request in its queue; for want of a way or a miss
-- register too.  A time at the end of its
-- range, which the table knows nothing of, is not stepped.
function L2Stalls(l: line; var m: request_message): boolean;
begin
  switch l2[l].state
    case L2_I, L2_M_I: return !MayFetch(l);
    case L2_E: return false;
    case L2_P, L2_S: return m.kind != GETS & l2[l].gt = TIMES;
    case L2_I_S: return m.kind != GETS;
    case L2_I_M: return true;
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
    case L2_M_I:
      cover "L2 M_I GETS" true;
      MergeGets(c, l, m);
      SetL2(l, L2_I_S);
  end;
end;

procedure Miss(l: line; var m: request_message);
begin
  l2[l].miss := m;
  SetL2(l, L2_I_M);
end;

-- A line in M_I that is fetched for a write; its time is kept.
procedure MissAgain(l: line; var m: request_message);
begin
  Miss(l, m);
  if TW3 = 1 then
    l2[l].gt := -1;
  end;
end;

procedure L2Getx(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I GETX" true;
      Miss(l, m);
    case L2_P:
      cover "L2 P GETX" true;
      Store(l, m, ACK_G);
    case L2_S:
      cover "L2 S GETX" true;
      Store(l, m, ACK_G);
      if TW5 = 1 then
        SetL2(l, L2_P);
      end;
    case L2_E:
      cover "L2 E GETX" true;
      Store(l, m, ACK);
    case L2_M_I:
      cover "L2 M_I GETX" true;
      MissAgain(l, m);
  end;
end;

procedure L2Upgr(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I UPGR" true;
      Miss(l, m);
    case L2_P:
      cover "L2 P UPGR (TS==)" Matches(l, m);
      cover "L2 P UPGR (else)" !Matches(l, m);
      Store(l, m, Matches(l, m) ? ACK : DATA_G);
    case L2_S:
      cover "L2 S UPGR (TS==)" Matches(l, m);
      cover "L2 S UPGR (else)" !Matches(l, m);
      Store(l, m, Matches(l, m) ? ACK_G : DATA_G);
      if TW5 = 1 then
        SetL2(l, L2_P);
      end;
    case L2_E:
      cover "L2 E UPGR" true;
      Store(l, m, ACK);
    case L2_M_I:
      cover "L2 M_I UPGR" true;
      MissAgain(l, m);
  end;
end;

procedure L2Atomic(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_I:
      cover "L2 I ATOMIC" true;
      Miss(l, m);
    case L2_P:
      cover "L2 P ATOMIC" true;
      StoreAtomic(l, m);
    case L2_S:
      cover "L2 S ATOMIC" true;
      StoreAtomic(l, m);
    case L2_E:
      cover "L2 E ATOMIC" true;
      StoreAtomic(l, m);
    case L2_M_I:
      cover "L2 M_I ATOMIC" true;
      MissAgain(l, m);
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
    case L2_I_S:
      cover "L2 I_S Expire" true;   -- the time of the line that was evicted
    case L2_I_M:
      cover "L2 I_M Expire" true;
    else
      error "L2 I, E Expire: the line has no lease";
  end;
end;

-- A store or an atomic, fetched, to a line whose leases are not over.
procedure WriteUnexpired(l: line);
begin
  l2[l].state := L2_S;
  alias m: l2[l].miss do
    switch m.kind
      case GETX:
        Store(l, m, ACK_G);
      case UPGR:
        Store(l, m, REFETCH_DATA != 2 & (REFETCH_DATA = 1 | !Matches(l, m)) ? DATA_G : ACK_G);
      case ATOMIC:
        StoreAtomic(l, m);
    end;
  end;
end;

procedure WriteExpired(l: line);
begin
  l2[l].state := L2_E;
  if l2[l].miss.kind = ATOMIC then
    StoreAtomic(l, l2[l].miss);
  else
    Store(l, l2[l].miss, ACK);
  end;
end;

procedure L2MemData(l: line; lease: time_left);
begin
  l2[l].data := memory[l];
  switch l2[l].state
    case L2_I_S:
      cover "L2 I_S Mem Data (multiple)" Multiple(l);
      cover "L2 I_S Mem Data (else)" !Multiple(l);
      l2[l].state := Multiple(l) | (TW4 = 0 & l2[l].gt >= 0) | PRIVATE_WRITE = 0 ? L2_S : L2_P;
      AnswerMerged(l, lease);
    case L2_I_M:
      cover "L2 I_M Mem Data (write)" l2[l].miss.kind != ATOMIC;
      cover "L2 I_M Mem Data (atomic)" l2[l].miss.kind = ATOMIC;
      if l2[l].gt >= 0 then
        WriteUnexpired(l);
      else
        WriteExpired(l);
      end;
      undefine l2[l].miss;
    else
      error "L2 I, P, S, E, M_I Mem Data: nothing was fetched";
  end;
end;

-- As L2Stalls, for the line's time.
function MayAnswer(l: line): boolean;
begin
  return l2[l].state = L2_I_S | l2[l].gt < TIMES;
end;

include "rules.m"
