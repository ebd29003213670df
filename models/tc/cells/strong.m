-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, and LCC, with the transient states of TC-Strong's tables.
-- ../tables/tc-strong-l1.csv and tc-strong-l2.csv are the published tables;
-- in cells.m a column is a procedure and a row a case of it, in the order of the
-- tables; below are the cells that TC-Weak does not share.  Each cell that acts has a cover "L1 STATE EVENT" or "L2 STATE
-- EVENT"; the stalls are L2Stalls (their covers are in coverage-strong.m, with
-- the L1's evictions that stall), and a cell that is impossible is an error
-- where something could bring it about.  `murrelet table tc-strong` draws both
-- tables back; ../table-notes-strong.tsv explains.
--
-- machine: source: Singh, thesis, section 4.2, Tables 4.1, 4.2
-- machine: promises: rc-mca hrf-indirect-relaxed
-- machine: variant lcc: LCC=1 PRIVATE_WRITE=0 EVICT_UNEXPIRED=0
-- machine: promises lcc: sc
-- machine: invariants: strong-properties
-- machine: lowering: models/lib/waits.m
-- machine: values PRIVATE_WRITE EVICT_UNEXPIRED MERGE_ALL LCC LATE_FIRST SHARED TS1 TS2: 0..1
-- machine: values LEASE: 0..15
-- machine: values PENDING: 2..16
-- machine: values WAYS MSHRS: 1..16

include "parts.m"

const
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

function HitsInVM(): boolean;
begin
  return TS1 = 1;
end;

-- Table 4.1: the cells of the L1 that are TC-Strong's own.

procedure DataInVM(c: cu; l: line; var m: answer_message);
begin
  assert "only a load waits in V_M" m.answers = GETS & !m.fetch;
  Bind(m.thread, m.tag, m.old);
end;

procedure WriteAnswered(c: cu; l: line; var m: answer_message);
begin
  AtomicDone(m);
end;

procedure WriteAckInVM(c: cu; l: line; var m: answer_message);
begin
  cover "L1 V_M Write Ack" true;
  StoreDone(c, l, m);
end;

procedure WriteAckInII(c: cu; l: line; var m: answer_message);
begin
  cover "L1 I_I Write Ack" true;
  if m.answers != ATOMIC then  -- TS2: nobody knows of an atomic that an ACK ends
    StoreDone(c, l, m);
  end;
end;

-- Table 4.2: those of the L2.

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

procedure Store(l: line; var m: request_message; kind: answer_kind);
begin
  PerformStore(l, m, kind, 0);
end;

procedure StoreAtomic(l: line; var m: request_message);
begin
  PerformAtomic(l, m, TS2 = 1 ? ACK : DATA, 0);
end;

procedure GetsInMI(c: cu; l: line; var m: request_message);
begin
  error "L2 M_I GETS: it is stalled";
end;

procedure GetxUnexpired(l: line; var m: request_message);
begin
  error "L2 P, S, I_S, I_M, M_I GETX: it is stalled";
end;

procedure UpgrUnexpired(l: line; var m: request_message);
begin
  cover "L2 P UPGR (TS==)" true;
  Store(l, m, ACK);
end;

procedure AtomicUnexpired(l: line; var m: request_message);
begin
  error "L2 P, S, I_S, I_M, M_I ATOMIC: it is stalled";
end;

procedure ExpireFetched(l: line);
begin
  error "L2 I_S, I_M Expire: the line has no lease";
end;

function FetchedShared(l: line): boolean;
begin
  return false;
end;

procedure WriteFetched(l: line);
begin
  l2[l].state := L2_E;
  if l2[l].miss.kind = ATOMIC then
    PerformAtomic(l, l2[l].miss, DATA, 0);
  else
    Store(l, l2[l].miss, ACK);
  end;
end;

function MayAnswer(l: line): boolean;
begin
  return true;
end;

include "cells.m"
include "rules.m"
