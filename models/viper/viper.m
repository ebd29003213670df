-- SPDX-License-Identifier: BSD-2-Clause
-- GPU_VIPER, the protocol of gem5's GPU model: write-through L1s (TCP) under an L2
-- (TCC), write-through or write-back, over a directory that CPUs share.
--
-- machine: source: gem5's GPU_VIPER, develop c91af552 of October 2024 (TCP, TCC, SQC), with a directory that does what its MOESI_AMD_Base-dir does for them
-- machine: promises: hrf-indirect-relaxed
-- machine: invariants: last-store current
-- machine: lowering: plain loads at the TCP, stores and atomics beyond it; a load of
--   agent scope or wider bypasses the TCP (GLC), with SLC=1 one of system scope the TCC
--   too; a release waits for its thread's accesses; an acquire waits for them, and at
--   agent scope or wider then evicts each way of the TCP; an sc access does both.
--   Remote orders as plain ones.  A CPU is in order.
-- machine: variant wb: WB=1 CPU=0, a write-back TCC; all agents are one GPU
-- machine: variant steps: STEPS=1, every message takes a step
-- machine: variant wb-steps: WB=1 CPU=0 STEPS=1
-- machine: variant published: STEPS=1 LATE_FILLS=1 MORE_FILLS=1 OLD_MASK=1 EARLY_ACK=1 EARLY_COPY=1 SILENT_E=1 LOST_TBE=1 UNDEFINED=1 WHOLE_FLUSH=1 FLUSH_LAST=1
-- machine: promises published: none
-- machine: variant wb-published: WB=1 CPU=0 STEPS=1 LATE_FILLS=1 MORE_FILLS=1 OLD_MASK=1 EARLY_ACK=1 EARLY_COPY=1 SILENT_E=1 LOST_TBE=1 UNDEFINED=1 WHOLE_FLUSH=1 FLUSH_LAST=1
-- machine: promises wb-published: none
-- machine: values STEPS WB CPU SQC ZERO_LINE LATE_FILLS MORE_FILLS OLD_MASK EARLY_ACK EARLY_COPY SILENT_E LOST_TBE UNDEFINED WHOLE_FLUSH FLUSH_LAST PROBE_DATA: 0..1
-- machine: values RETURNS FLUSHES DIRECTED PART: 0..3
-- machine: values SLC: 0..2
-- machine: values KNOWN: 0..22
-- machine: values CHANNEL TO_DIRECTORY ANSWERS PENDING: 1..16
--
-- Files.  tcp.m has the coalescer and the TCP, sqc.m the SQC, tcc.m the TCC, bank.m when it takes
-- what, directory.m the directory and the CPUs, interface.m what a driver asks for, checkpoint.m what none does.  In tcp.m and tcc.m an
-- event is a procedure and a state a case of it; each cell has a cover "TCP STATE EVENT",
-- each pair that the sources leave undefined, and so stop at, is an error of that
-- name.  docs/protocols/viper.md says more.
--
-- Network.  From a CU to the TCC (up) and back (down) messages of a line stay in order,
-- but that an atomic's answer may be overtaken; from the TCC to the directory
-- (to_directory) they are in order, back (from_directory) in none.  Every line has a bank of its own.
--
-- Parking.  A request that the TCC cannot serve now goes to a side list of its line
-- (parked), and stays there until an action wakes the line; then it comes again, before
-- what arrived after it (woken).  Nothing else tries it again.
--
-- Reduced (STEPS=0): what the TCC and the directory say to each other, and answers to a
-- CU, take no steps of their own; a CPU's access is one step.  Only when a request gets to
-- the TCC remains open.

-- show: lane "TCC" of tcc, parked, woken
-- show: lane "directory" of directory, memory
-- show: channel up from cu to "TCC" as "{kind} {line} {what}"
-- show: channel down from "TCC" to cu as "{kind} {line} {data}{old}"
-- show: channel to_directory from "TCC" to "directory" as "{kind} {line} {what}{data}"
-- show: channel from_directory from "directory" to "TCC" as "{kind} {line} {data}"

const
  STEPS: 0;         -- 1: every message takes a step
  WB: 0;            -- 1: a write-back TCC
  CPU: 1;           -- 1: agents but the first are CPUs; 0: all are of one GPU
  SLC: 0;           -- 1: accesses of system scope that are not plain bypass the TCC; 2: every other thread's do
  SQC: 0;           -- 1: plain loads are of the SQC, which is for what nobody writes meanwhile
  RETURNS: 1;       -- atomics are of the kind that returns its value (GLC): 0: none; 1: all; 2: whose value the test reads; 3: every other thread's

  -- What the sources do, and what here is mended.  1: as published.
  LATE_FILLS: 0;    -- an acquire leaves loads on their way alone: what they bring is installed
  ZERO_LINE: 0;     -- 1: each line may be the one at address 0
  MORE_FILLS: 0;    -- a load of a line that is on its way to the TCC asks for it once more, and does
                    -- not wait behind the stores that do; what comes second is written over the first
  OLD_MASK: 0;      -- a line of the TCC that becomes invalid keeps its write mask
  EARLY_ACK: 0;     -- the directory acknowledges a write before CPUs have dropped their copies
  EARLY_COPY: 0;    -- with CPUs, a store changes the TCC's copy before it is performed for them
  SILENT_E: 0;      -- a CPU that reads may write the line without a probe of the TCC, which may have it too
  LOST_TBE: 0;      -- a store that bypasses a line of the TCC takes a TBE that is never freed
  UNDEFINED: 0;     -- answers that come to a line that was changed since they were asked for
  WHOLE_FLUSH: 0;   -- a flush writes all bytes of its line over memory, and no CPU is probed
  FLUSH_LAST: 0;    -- nothing is thought of that may come to a line while it is flushed

  PROBE_DATA: 0;    -- 1: a CPU's load probes a write-back TCC for its dirty bytes (gem5 since #1692)

  -- What no program asks for (checkpoint.m).  1: while nothing else is under way, and nothing begins before it
  -- is over; 2: at any time, with the coalescer's one request of a line at a time; 3: at any time, past the coalescer.
  FLUSHES: 0;       -- a line of a TCP is flushed, for a checkpoint
  DIRECTED: 0;      -- a line of the TCC is invalidated; with 1, what was written over PCI since it was last used

  KNOWN: 0;         -- a fault on record (faults.tsv) that gem5 has mended; 0: none
  PART: 0;          -- where that is several faults: 0: all that show as they are; else this one alone

  CHANNEL: 4;       -- requests of a CU for one line that are not answered; one more waits at its thread
  TO_DIRECTORY: 8;  -- what follows are bounds; a run that needs more ends in an error
  ANSWERS: 8;
  PENDING: 4;       -- numPending of a TBE

type
  line_data: array [word] of value;
  line_mask: array [word] of boolean;

include "../lib/parts/latest.m"
include "../lib/parts/fences.m"

-- ---- messages ----

type
  request_kind: enum { RdBlk, WriteThrough, Atomic, WriteFlush, InvTcc };
  request_message: record      -- TCP to TCC
    kind: request_kind;
    from: cu;
    scalar: boolean;           -- of the SQC
    glc, slc: boolean;
    thread: thread;            -- of a store or an atomic,
    what: operation;           -- and this
  end;
  directory_message: record    -- TCC to directory
    kind: request_kind;
    own: boolean;              -- a write-back of the TCC's own; else for `from`
    from: cu;
    scalar: boolean;
    glc, slc: boolean;
    thread: thread;
    what: operation;           -- of Atomic
    mask: line_mask;           -- of WriteThrough and WriteFlush,
    data: line_data;           -- defined where the mask is set, or the entry of a flush has it
  end;
  answer_kind: enum { NBSysResp, NBSysWBAck, TDSysResp, TDSysWBAck, InvL2Resp };
  directory_answer: record     -- directory to TCC
    kind: answer_kind;
    own: boolean;
    from: cu;
    scalar: boolean;
    glc, slc: boolean;
    modified: boolean;         -- State = Modified
    thread: thread;
    what: operation;           -- of an atomic
    data: line_data;           -- of NBSysResp
    old: value;                -- of an atomic performed at the directory
  end;
  answer_message: record       -- TCC to TCP
    kind: answer_kind;
    scalar: boolean;           -- for the SQC
    atomic: boolean;
    bypass: boolean;           -- GLC or SLC
    thread: thread;            -- of TDSysWBAck, unless it is a flush's
    data: line_data;           -- of a load
    old: value;                -- of an atomic
  end;

include "../lib/parts/channel.m"

-- ---- the GPU and its CPUs ----

var
  second: array [thread] of boolean;   -- RETURNS=3 and SLC=2: every other thread

function IsCpu(c: cu): boolean;
begin
  return CPU = 1 & ComponentOf(c) != 0;
end;

-- Where a store of the GPU takes its place in its location's order: where all that
-- may read it find it, which with CPUs is the directory.
function TakesPlaceAtTcc(): boolean;
begin
  return WB = 1 | CPU = 0;
end;

-- Of a load or store.
function IsGlc(o: operation): boolean;
begin
  return Order(o) != PLAIN & AtLeast(Scope(o), COMPONENT);
end;

function IsSlc(t: thread; o: operation): boolean;
begin
  return (SLC = 1 | (SLC = 2 & !second[t])) & Order(o) != PLAIN & Scope(o) = SYSTEM;
end;

-- ---- what a thread waits for ----

include "../lib/parts/outstanding.m"  -- a store is answered by its writeComplete

type
  acquire_phase: enum { NONE, WAITS, WALKS };

var
  acquire: array [thread] of acquire_phase;  -- waits for what is pending, then for the walk of the TCP
  walks: array [thread] of boolean;          -- the acquire is of agent scope or wider

include "tcp.m"
include "sqc.m"
include "tcc.m"
include "bank.m"
include "directory.m"
include "interface.m"
include "checkpoint.m"

-- ---- which atomics return ----

procedure TakeTurns();
var every_other: boolean;
begin
  every_other := false;
  for t: thread do
    if RETURNS = 3 | SLC = 2 then
      second[t] := every_other;
      every_other := !every_other;
    end;
  end;
end;

-- An atomic of the kind that returns its value.
function IsReturning(t: thread; o: operation): boolean;
begin
  switch RETURNS
    case 0: return false;
    case 1: return true;
    case 2: return Returns(o);
    else return !second[t];
  end;
end;
