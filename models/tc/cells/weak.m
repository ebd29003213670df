-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak with the transient states of its tables.  ../tables/tc-weak-l1.csv
-- and tc-weak-l2.csv are the published tables; how they and this file
-- correspond is said at the head of strong.m.
--
-- machine: source: Singh, thesis, section 4.3, Tables 4.3, 4.4
-- machine: promises: rc hrf-indirect
-- machine: invariants: weak-properties
-- machine: lowering: models/lib/waits.m; the synchronising accesses
--   (acquire, release, acq-rel, sc) are atomics at the L2 between two fences
-- machine: values PRIVATE_WRITE EVICT_UNEXPIRED MERGE_ALL LATE_FIRST SHARED: 0..1
-- machine: values TW3 TW4 TW5 TW6 GWCT_IS_GT TIME_STEP SYNC_ATOMIC GWCT_TABLE: 0..1
-- machine: values REFETCH_DATA: 0..2
-- machine: values LEASE: 0..15
-- machine: values LCC: 0..0, of TC-Strong alone
-- machine: values PENDING: 2..16
-- machine: values WAYS MSHRS: 1..16

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

function HitsInVM(): boolean;
begin
  return true;
end;

-- Table 4.3: the cells of the L1 that are TC-Weak's own.

-- The answer to an UPGR: the copy takes the L2's time, and with data is as new
-- as the L2's line.  A word that the CU has another store to on its way keeps
-- that store's value.
procedure Upgraded(c: cu; l: line; var m: answer_message);
begin
  StoreDone(c, l, m);
  UpdateGwct(m);
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

procedure DataInVM(c: cu; l: line; var m: answer_message);
begin
  assert "only stores wait in V_M" m.answers = UPGR;
  Upgraded(c, l, m);
end;

procedure WriteAnswered(c: cu; l: line; var m: answer_message);
begin
  UpdateGwct(m);
  if m.answers = ATOMIC then
    AtomicDone(m);
  else
    StoreDone(c, l, m);
  end;
end;

procedure WriteAckInVM(c: cu; l: line; var m: answer_message);
begin
  cover "L1 V_M Write Ack (global)" m.kind = ACK_G;
  cover "L1 V_M Write Ack (else)" m.kind = ACK;
  Upgraded(c, l, m);
end;

procedure WriteAckInII(c: cu; l: line; var m: answer_message);
begin
  cover "L1 I_I Write Ack (global)" m.kind = ACK_G;
  cover "L1 I_I Write Ack (else)" m.kind = ACK;
  StoreDone(c, l, m);
  UpdateGwct(m);
end;

-- Table 4.4: those of the L2.

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

procedure GetsInMI(c: cu; l: line; var m: request_message);
begin
  cover "L2 M_I GETS" true;
  MergeRequest(c, l, m);
  SetL2(l, L2_I_S);
end;

-- A line in M_I that is fetched for a write; its time is kept.
procedure MissAgain(l: line; var m: request_message);
begin
  Miss(l, m);
  if TW3 = 1 then
    l2[l].gt := -1;
  end;
end;

-- The line of a store to S stays shared.
procedure StoreToShared(l: line; var m: request_message; kind: answer_kind);
begin
  Store(l, m, kind);
  if TW5 = 1 then
    SetL2(l, L2_P);
  end;
end;

procedure GetxUnexpired(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_P:   cover "L2 P GETX" true;    Store(l, m, ACK_G);
    case L2_S:   cover "L2 S GETX" true;    StoreToShared(l, m, ACK_G);
    case L2_M_I: cover "L2 M_I GETX" true;  MissAgain(l, m);
  end;
end;

procedure UpgrUnexpired(l: line; var m: request_message);
begin
  switch l2[l].state
    case L2_P:
      cover "L2 P UPGR (TS==)" Matches(l, m);
      cover "L2 P UPGR (else)" !Matches(l, m);
      Store(l, m, Matches(l, m) ? ACK : DATA_G);
    case L2_S:
      cover "L2 S UPGR (TS==)" Matches(l, m);
      cover "L2 S UPGR (else)" !Matches(l, m);
      StoreToShared(l, m, Matches(l, m) ? ACK_G : DATA_G);
    case L2_M_I: cover "L2 M_I UPGR" true;  MissAgain(l, m);
  end;
end;

procedure AtomicUnexpired(l: line; var m: request_message);
begin
  cover "L2 P ATOMIC" l2[l].state = L2_P;
  cover "L2 S ATOMIC" l2[l].state = L2_S;
  cover "L2 M_I ATOMIC" l2[l].state = L2_M_I;
  if l2[l].state = L2_M_I then
    MissAgain(l, m);
  else
    StoreAtomic(l, m);
  end;
end;

-- The time of the line that was evicted.
procedure ExpireFetched(l: line);
begin
  cover "L2 I_S Expire" l2[l].state = L2_I_S;
  cover "L2 I_M Expire" l2[l].state = L2_I_M;
end;

function FetchedShared(l: line): boolean;
begin
  return TW4 = 0 & l2[l].gt >= 0;
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

procedure WriteFetched(l: line);
begin
  if l2[l].gt >= 0 then
    WriteUnexpired(l);
  else
    WriteExpired(l);
  end;
end;

-- As L2Stalls, for the line's time.
function MayAnswer(l: line): boolean;
begin
  return l2[l].state = L2_I_S | l2[l].gt < TIMES;
end;

include "cells.m"
include "rules.m"
