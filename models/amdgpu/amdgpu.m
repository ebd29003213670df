-- SPDX-License-Identifier: BSD-2-Clause
-- AMD GPUs as LLVM's AMDGPUUsage documents them: which waits, write-backs,
-- instruction bits and invalidates each operation, order and scope becomes, and
-- the caches and counters that these are about.
--
-- Each CU has a first-level cache (called L1 for gfx942, L0 later), which is
-- write-through: a store goes to the L2 in the channel from the CU to its line,
-- and the cache drops its copy of the word, or has it already (UPDATES=1).
-- Requests of a CU to one line arrive in order; nothing orders those to two
-- lines, or those of two CUs, but that a wave waits until a counter of its own
-- is 0.  What an access has to wait for, how far it goes, and which copies are
-- dropped after it is what its row says (lowering.m, made from the tables
-- gfx942.csv, gfx11.csv and gfx12.csv); this file says what these steps do.
--
-- On gfx11 the CUs of a work-group have a cache between theirs and the L2
-- (called L1 there); it has clean words alone.
--
-- The L2 is write-back towards the memory.  With L2S=0 all lines are such that
-- nobody can tell it from the memory: one agent with one L2, or lines that L2s
-- do not keep (MTYPE UC, CC).  With L2S=1 each agent has an L2 whose lines are
-- not coherent with other L2s (MTYPE NC): a clean word may be stale, a dirty one
-- goes to the memory at any time, and only write-back and invalidate reconcile
-- them.  With L2S=2 an agent has several such L2s: one for each work-group, on
-- gfx125x for each cluster, and those that share a CU with it.  What is of agent
-- scope then goes past them as what is of system scope does, and write-back and
-- invalidate of agent scope have something to do.
--
-- An RMW whose result nobody reads need not return it, and counts as a store
-- then (RETURNS=0); with RETURNS=1 all return theirs.
--
-- An answer takes no step of its own but a fill; between a request's service and
-- its answer its wave would only wait longer.  A write-back of an L2 is one step,
-- as its last word goes; the dirty words before it may go earlier by themselves.
--
-- machine: source: LLVM, AMDGPUUsage (memory model of gfx942, gfx11, gfx12) and AMDGPUMemoryModel
-- machine: promises: hrf-indirect-relaxed availability.cat
-- machine: lowering: by the rows of models/amdgpu/*.csv; remote orders as plain
--   ones.  An RMW is performed beyond the first level, but with NEAR=1. A cluster is an
--   agent, but on gfx125x.
-- machine: constants: LOWERING=2 MIDDLE=1
-- machine: variant steps: STEPS=1, what can no longer matter is kept
-- machine: variant gfx942: LOWERING=0 MIDDLE=0 FLUSHES=2, one CU a work-group
-- machine: variant gfx942-nc: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=1
-- machine: variant gfx942-l2s: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=2, several L2s an agent
-- machine: variant gfx942-stores: LOWERING=0 MIDDLE=0 FLUSHES=1, where a write-back covers the CU's stores
-- machine: variant gfx942-own-stores: LOWERING=0 MIDDLE=0, where a write-back covers its wave's stores alone
-- machine: variant gfx942-waits: LOWERING=6 MIDDLE=0, so too, with the rows of proposed.csv
-- machine: variant gfx942-tgsplit: LOWERING=1 MIDDLE=0 GROUP_CUS=6, any CUs
-- machine: variant gfx942-tgsplit-nc: LOWERING=1 MIDDLE=0 GROUP_CUS=6 L2S=1
-- machine: variant gfx942-tgsplit-l2s: LOWERING=1 MIDDLE=0 GROUP_CUS=6 L2S=2, of a group's CUs one
-- machine: variant gfx11: LOWERING=2 MIDDLE=1, CU mode
-- machine: variant gfx11-before: LOWERING=2 MIDDLE=1 MENDED=0, as the rows were before October 2025
-- machine: variant gfx11-updates: LOWERING=2 MIDDLE=1 UPDATES=1
-- machine: variant gfx11-wgp: LOWERING=3 MIDDLE=1 GROUP_CUS=2
-- machine: variant gfx12: LOWERING=4 MIDDLE=0, CU mode
-- machine: variant gfx12-nc: LOWERING=4 MIDDLE=0 L2S=1
-- machine: variant gfx12-before: LOWERING=4 MIDDLE=0 MENDED=0
-- machine: variant gfx12-wgp: LOWERING=5 MIDDLE=0 GROUP_CUS=2
-- machine: variant gfx12-wgp-nc: LOWERING=5 MIDDLE=0 GROUP_CUS=2 L2S=1
-- machine: variant gfx942-late-back: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=1 DROP_ROW=31 DROP_STEP=4
-- machine: variant gfx942-late-agent-back: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=2 DROP_ROW=30 DROP_STEP=4
-- machine: variant gfx12-late-back: LOWERING=4 MIDDLE=0 L2S=1 DROP_ROW=31 DROP_STEP=16
-- machine: variant gfx12-loads-alone: LOWERING=4 MIDDLE=0 DROP_ROW=30 DROP_STEP=16
-- machine: variant gfx11-gl0-first: LOWERING=2 MIDDLE=1 GL0_FIRST=1
-- machine: variant gfx11-silent: LOWERING=2 MIDDLE=1 RETURNS=0, RMWs that return nothing where nobody reads it
-- machine: variant gfx11-wgp-silent: LOWERING=3 MIDDLE=1 GROUP_CUS=2 RETURNS=0
-- machine: variant gfx12-silent: LOWERING=4 MIDDLE=0 RETURNS=0
-- machine: variant gfx12-wgp-silent: LOWERING=5 MIDDLE=0 GROUP_CUS=2 RETURNS=0
-- machine: variant gfx12-one-wave: LOWERING=4 MIDDLE=0 ONE_WAVE=1, work-group scope of a group of one wave is the wave's
-- machine: variant gfx12-wgp-one-wave: LOWERING=5 MIDDLE=0 GROUP_CUS=2 ONE_WAVE=1
-- machine: variant gfx12-back: LOWERING=8 MIDDLE=0, with the write-back of agent scope that it once had
-- machine: variant gfx12-volatile: LOWERING=7 MIDDLE=0, what is relaxed and of system scope is volatile
-- machine: variant gfx12-near: LOWERING=4 MIDDLE=0 NEAR=1, RMWs of CU scope in the first level
-- machine: variant gfx12-near-unscoped: LOWERING=4 MIDDLE=0 NEAR=1 DROP_ROW=42 DROP_STEP=0, a relaxed RMW of agent scope without its bits
-- machine: variant gfx125x: LOWERING=9 MIDDLE=0
-- machine: variant gfx125x-l2s: LOWERING=9 MIDDLE=0 L2S=2
-- machine: variant gfx125x-silent: LOWERING=9 MIDDLE=0 RETURNS=0
-- machine: variant gfx125x-nc: LOWERING=9 MIDDLE=0 L2S=1
-- machine: variant gfx125x-late-drop: LOWERING=9 MIDDLE=0 DROP_ROW=11 DROP_STEP=4096
-- machine: values LOWERING: 0..9
-- machine: values UPDATES MIDDLE MENDED GL0_FIRST RETURNS NEAR ONE_WAVE STEPS: 0..1
-- machine: values FLUSHES L2S: 0..2
-- machine: values GROUP_CUS: 1..6
-- machine: values DROP_ROW: 0..92
-- machine: values DROP_STEP: 0..4096, one of lowering.m
-- machine: values CHANNEL: 1..16
-- machine: values MISSES: 1..8

-- show: lane "L2" of memory
-- show: channel up from cu to "L2" as "{kind} {line} {what} {data}"

const
  LOWERING: 0;   -- which table: 0 and 1 gfx942, 2 and 3 gfx11, 4 and 5 gfx12, the second of each for
                 -- groups on several CUs; 6 gfx942 with proposed.csv, 7 gfx12 with volatile.csv, 8 with
                 -- back.csv; 9 gfx125x
  GROUP_CUS: 1;  -- CUs of a work-group: where the host puts its threads
  UPDATES: 0;    -- 1: a store updates its CU's copy before the L2 has it, and other waves may hit it
  MIDDLE: 0;     -- 1: a cache between the CUs of a work-group and the L2
  L2S: 0;        -- 1: an L2 for each agent, not coherent with the others; 2: for each work-group or cluster
  RETURNS: 1;    -- 0: an RMW whose result nobody reads counts as a store
  NEAR: 0;       -- 1: an RMW that has to go no further than its CU is performed in the first level, where it hits
  ONE_WAVE: 0;   -- 1: in a work-group of one wave, work-group scope is the wave's
  MENDED: 1;     -- 0: the rows of work-group scope as they were before October 2025
  FLUSHES: 0;    -- a write-back covers 0: its wave's stores, 1: those of its CU, 2: also the CU's loads
  GL0_FIRST: 0;  -- 1: the first level is invalidated before the cache behind it
  DROP_ROW: 92;  -- a row with one step less: the row (92: none)
  DROP_STEP: 0;  -- and the step; 0: the bits of its access
  STEPS: 0;      -- 1: what can no longer matter is kept too (tidy.m)
  CHANNEL: 4;    -- requests of a CU on their way to one line

include "lowering.m"

type
  request_message: record
    kind: request_kind;
    sender: thread;
    what: operation;
    answer: tag;
    fill: miss;
    at: word;
    data: value;
    goes: level;
  end;
  wait_phase: enum { GOES_ON, WAITS, WAITS_SILENT, DROPS_FIRST, DROPS_THEN };  -- SILENT: for an RMW that returns nothing
  write_back_phase: enum { NONE, DONE, LATE };

-- `memory` is the L2; with L2S it is what is behind the L2s.
-- No word of an L1, the first level, is dirty, nor one of the cache in the middle.
include "../lib/parts/word-l1.m"

var
  middle: array [cu] of array [line] of cache_line;  -- of the CUs whose first is this; nor of it
  l2: array [cu] of array [line] of cache_line;      -- at the first CU that has it
  loads: array [thread] of 0 .. TAGS;                           -- the wave's counters: loads and RMWs that return,
  stores: array [thread] of 0 .. LINES * CHANNEL;               -- and stores and other RMWs
  phase: array [thread] of wait_phase;                          -- what stands after an access,
  after: array [thread] of row;                                 -- by this row
  write_back: array [thread] of write_back_phase;               -- DONE: for its next operation
  late: array [thread] of boolean;                              -- an invalidate that nobody waits for is yet to come

procedure MachineStart();
begin
  L1Start();
  for l: line do
    for d: cu do StartLine(l2[d][l]); end;
    for c: cu do StartLine(middle[c][l]); end;
  end;
  for t: thread do
    loads[t] := 0;
    stores[t] := 0;
    phase[t] := GOES_ON;
    undefine after[t];
    write_back[t] := NONE;
    late[t] := false;
  end;
end;

-- ---- rows ----

-- The order's place among those of the kind, which stand in the tables in this order.
function OrderAt(k: kind_type; o: order_type): 0 .. 4;
begin
  switch o
  case ACQUIRE, REMOTE_ACQUIRE: return k = FENCE ? 0 : 1;
  case RELEASE, REMOTE_RELEASE: return k = RMW ? 2 : 1;
  case ACQ_REL, REMOTE_ACQ_REL: return k = FENCE ? 2 : 3;
  case SEQ_CST: return k = RMW ? 4 : k = FENCE ? 3 : 2;
  end;
  return 0;
end;

function IsAlone(t: thread): boolean;
begin
  return forall u: thread do UsedThread(u) & GroupOf(u) = GroupOf(t) -> u = t end;
end;

-- From the narrowest, with clusters.
function ScopeAt(t: thread; o: operation): 0 .. 5;
begin
  if ClusterScope(o) then return 3; end;
  if ONE_WAVE = 1 & Scope(o) = WORK_GROUP & IsAlone(t) then return 1; end;
  return ScopeNumber(Scope(o)) + (AtLeast(Scope(o), COMPONENT) ? 1 : 0);
end;

function RowOf(t: thread; o: operation): row;
begin
  switch Kind(o)
  case LOAD:  return Order(o) = PLAIN ? 0 : 1 + 6 * OrderAt(LOAD, Order(o)) + ScopeAt(t, o);
  case STORE: return Order(o) = PLAIN ? 19 : 20 + 6 * OrderAt(STORE, Order(o)) + ScopeAt(t, o);
  case RMW:   return 38 + 6 * OrderAt(RMW, Order(o)) + ScopeAt(t, o);
  case FENCE: return 68 + 6 * OrderAt(FENCE, Order(o)) + ScopeAt(t, o);
  end;
end;

-- Whether it is an RMW that counts as a store.
function IsSilent(o: operation): boolean;
begin
  return Kind(o) = RMW & RETURNS = 0 & !Returns(o);
end;

function Has(r: row; step: steps): boolean;
begin
  return (StepsOf(r) / step) % 2 = 1
       & !(r = DROP_ROW & step = DROP_STEP)
       & (MENDED = 1 | IsMended(r) = 0);
end;

-- An RMW of gfx942 reaches its agent whatever its bits say.
function Goes(r: row): level;
begin
  return r = DROP_ROW & DROP_STEP = 0 ? LOWERING < 2 & r >= 38 & r < 68 ? 2 : 0 : LevelOf(r);
end;

-- A load that misses the first level whatever that has.  The scope of a work-group
-- is its CU's, where it has one; on gfx125x level 1 is the cluster's.
function Bypasses(r: row): boolean;
begin
  return Goes(r) >= 2 | (Goes(r) = 1 & (GROUP_CUS > 1 | LOWERING = 9));
end;

-- ---- the middle ----

-- Whether the threads have one L2 where an agent has several.
function IsNear(t: thread; u: thread): boolean;
begin
  return CuOf(t) = CuOf(u) | (LOWERING = 9 ? ClusterOf(t) = ClusterOf(u) : GroupOf(t) = GroupOf(u));
end;

-- Whether the CUs have threads of one work-group, or such as are near each other.
function AreJoined(c: cu; d: cu; near: boolean): boolean;
begin
  return exists t: thread do exists u: thread do
           UsedThread(t) & UsedThread(u) & CuOf(t) = c & CuOf(u) = d
           & (near ? IsNear(t, u) : GroupOf(t) = GroupOf(u))
         end end;
end;

-- Where the CU's cache of the middle is: with the first CU that has a thread of a
-- work-group that this CU has one of.
function MiddleOf(c: cu): cu;
begin
  for d: cu do
    if AreJoined(c, d, false) then return d; end;
  end;
  return c;
end;

procedure DropMiddle(c: cu; l: line; w: word);
begin
  if MIDDLE = 1 then
    DropClean(middle[MiddleOf(c)][l], w);
  end;
end;

-- ---- the L2 and memory ----

-- Whether the access is performed in memory, past an L2 that is not coherent.
function IsPast(goes: level): boolean;
begin
  return (L2S = 1 & goes = 3) | (L2S = 2 & goes >= 2);
end;

-- Work-groups of different clusters share no CU: so the first that is near is so to all.
function L2Of(c: cu): cu;
begin
  for d: cu do
    if L2S < 2 & ComponentOf(d) = ComponentOf(c) then return d; end;
    if L2S = 2 & AreJoined(c, d, true) then return d; end;
  end;
  return c;
end;

procedure Clean(t: thread; d: cu; l: line; w: word);
begin
  if l2[d][l].state[w] = DIRTY then
    WriteMemory(t, l, w, l2[d][l].data[w]);
    l2[d][l].state[w] := CLEAN;
  end;
end;

-- What a read of the CU finds beyond its own caches.
procedure ReadL2(t: thread; c: cu; l: line; w: word; goes: level; var v: value);
begin
  v := memory[l][w];
  if L2S > 0 then
    alias it: l2[L2Of(c)][l] do
      if IsPast(goes) then
        Clean(t, L2Of(c), l, w);
        DropClean(it, w);
        v := memory[l][w];
      elsif it.state[w] = INVALID then
        it.state[w] := CLEAN;
        it.data[w] := v;
      else
        v := it.data[w];
      end;
    end;
  end;
end;

procedure WriteL2(t: thread; l: line; w: word; goes: level; v: value);
begin
  DropMiddle(CuOf(t), l, w);
  if L2S = 0 then
    WriteMemory(t, l, w, v);
  else
    alias it: l2[L2Of(CuOf(t))][l] do
      if IsPast(goes) then
        it.state[w] := INVALID;
        undefine it.data[w];
        WriteMemory(t, l, w, v);
      else
        it.state[w] := DIRTY;
        it.data[w] := v;
      end;
    end;
  end;
end;

-- ---- the first level ----

-- What a fetch of the line brings to the CU, by way of the middle.
procedure Fetch(c: cu; l: line; m: miss);
var v: value;
begin
  for w: word do
    if MIDDLE = 1 & middle[MiddleOf(c)][l].state[w] != INVALID then
      v := middle[MiddleOf(c)][l].data[w];
    else
      ReadL2(0, c, l, w, 0, v);
      if MIDDLE = 1 then
        middle[MiddleOf(c)][l].state[w] := CLEAN;
        middle[MiddleOf(c)][l].data[w] := v;
      end;
    end;
    misses[c][l][m].data[w] := v;
  end;
end;

-- ---- waits ----

-- No store of the wave is on its way, nor the write-back that it asked for.
function NoStores(t: thread): boolean;
begin
  return stores[t] = 0 & write_back[t] != LATE;
end;

-- One at agent scope does nothing where the agent has one L2.
function HasWriteBack(r: row): boolean;
begin
  return (L2S > 0 & Has(r, BEFORE_SYSTEM_BACK)) | (L2S = 2 & Has(r, BEFORE_AGENT_BACK));
end;

-- Whether what a write-back of the wave covers has arrived at the L2, or is answered:
-- its own stores; with FLUSHES all stores of its CU, and all loads too.
function HaveArrived(t: thread): boolean;
begin
  return FLUSHES = 0 ? stores[t] = 0
       : forall u: thread do
           UsedThread(u) & CuOf(u) = CuOf(t) -> stores[u] = 0 & (FLUSHES = 2 -> loads[u] = 0)
         end;
end;

-- With FLUSHES, who waits for a write-back waits for the CU's.
function IsFlushed(t: thread; r: row): boolean;
begin
  return FLUSHES = 0 | !(Has(r, BEFORE_AGENT_BACK) | Has(r, BEFORE_SYSTEM_BACK)) | !(Has(r, BEFORE_ALL) | Has(r, BEFORE_STORES))
       | HaveArrived(t);
end;

-- A wait stands after a write-back, and so waits for it too.
function MayPass(t: thread; r: row): boolean;
begin
  return (Has(r, BEFORE_ALL) -> loads[t] = 0 & NoStores(t))
       & (Has(r, BEFORE_LOADS) -> loads[t] = 0)
       & (Has(r, BEFORE_STORES) -> NoStores(t))
       & IsFlushed(t, r)
       & (HasWriteBack(r) & (Has(r, BEFORE_ALL) | Has(r, BEFORE_STORES)) -> write_back[t] = DONE);
end;

function IsOver(t: thread): boolean;
begin
  return (Has(after[t], AFTER_ALL) -> loads[t] = 0 & NoStores(t))
       & (Has(after[t], AFTER_LOADS) & phase[t] = WAITS -> loads[t] = 0)
       & (Has(after[t], AFTER_STORES) & phase[t] = WAITS_SILENT -> NoStores(t));
end;

-- On gfx125x an invalidate may act at any time later, but for a wait behind it.
function IsLate(r: row): boolean;
begin
  return LOWERING = 9 & !Has(r, AFTER_DROPPED) & (Has(r, AFTER_L0) | Has(r, AFTER_AGENT) | Has(r, AFTER_SYSTEM));
end;

-- The first of a row's invalidates is of the middle, unless GL0_FIRST.
function Drops(r: row; of_middle: boolean): boolean;
begin
  return of_middle ? MIDDLE = 1 & Has(r, AFTER_L1)
                   : !IsLate(r) & (Has(r, AFTER_L0) | Has(r, AFTER_AGENT) | Has(r, AFTER_SYSTEM));
end;

-- What is there to do goes on to the next thing that takes a step.
procedure Settle(t: thread);
begin
  if phase[t] = WAITS | phase[t] = WAITS_SILENT then
    if IsOver(t) then
      phase[t] := DROPS_FIRST;
      late[t] := late[t] | IsLate(after[t]);
    end;
  end;
  if phase[t] = DROPS_FIRST then
    if !Drops(after[t], GL0_FIRST = 0) then phase[t] := DROPS_THEN; end;
  end;
  if phase[t] = DROPS_THEN then
    if !Drops(after[t], GL0_FIRST = 1) then
      phase[t] := GOES_ON;
      undefine after[t];
    end;
  end;
end;

procedure Invalidate(c: cu; r: row; of_middle: boolean);
begin
  if of_middle then
    for l: line do DropCleanWords(middle[MiddleOf(c)][l]); end;
  else
    InvalidateL1(c);
    if (L2S > 0 & Has(r, AFTER_SYSTEM)) | (L2S = 2 & Has(r, AFTER_AGENT)) then
      for l: line do DropCleanWords(l2[L2Of(c)][l]); end;
    end;
  end;
end;

ruleset t: thread do
  fair rule "invalidate"
    UsedThread(t) & (phase[t] = DROPS_FIRST | phase[t] = DROPS_THEN)
  ==>
  begin
    Invalidate(CuOf(t), after[t], (phase[t] = DROPS_FIRST) = (GL0_FIRST = 0));
    if phase[t] = DROPS_FIRST then
      phase[t] := DROPS_THEN;
      Settle(t);
    else
      phase[t] := GOES_ON;
      undefine after[t];
    end;
    EndStep();
  end;
end;

ruleset t: thread do
  fair rule "late invalidate"
    LOWERING = 9 & late[t]
  ==>
  begin
    InvalidateL1(CuOf(t));
    late[t] := false;
  end;
end;

-- ---- issue ----

-- Whether an RMW is performed in the first level.
function IsPerformedNear(t: thread; o: operation): boolean;
begin
  return NEAR = 1 & Kind(o) = RMW & Goes(RowOf(t, o)) = 0 & IsHit(CuOf(t), LineOf(o), WordOf(o));
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if phase[t] != GOES_ON then
    return false;
  end;
  if !MayPass(t, RowOf(t, o)) then
    return false;
  end;
  if Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Kind(o) != LOAD | Bypasses(RowOf(t, o)) then
      return Room(c, l);
    end;
    return IsHit(c, l, w) | Joins(c, l) < MISSES;
  end;
end;

procedure SendStore(t: thread; o: operation; v: value; updates: boolean);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    r.kind := WRITE;
    r.sender := t;
    r.at := w;
    r.data := v;
    r.goes := Goes(RowOf(t, o));
    stores[t] := stores[t] + 1;
    PassL1(c, l, w);
    if updates then
      l1[c][l].state[w] := CLEAN;
      l1[c][l].data[w] := v;
    end;
    Send(c, l, r);
  end;
end;

-- Whether the wave can do nothing before the access is answered.
function Blocks(r: row; silent: boolean): boolean;
begin
  return Has(r, AFTER_ALL) | (silent ? Has(r, AFTER_STORES) : Has(r, AFTER_LOADS));
end;

procedure Count(t: thread; o: operation; step: -1 .. 1);
begin
  if IsSilent(o) then
    stores[t] := stores[t] + step;
  else
    loads[t] := loads[t] + step;
  end;
end;

-- With nothing before it in the channel, what its wave waits for may as well be
-- issued as late as it is served.
procedure SendBeyond(t: thread; o: operation; g: tag);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o) do
    AskBeyond(r, t, o);
    r.answer := g;
    r.goes := Goes(RowOf(t, o));
    Count(t, o, 1);
    PassL1(c, l, WordOf(o));
    if Blocks(RowOf(t, o), IsSilent(o)) & up[c][l].count = 0 then
      Perform(c, r);
    else
      Send(c, l, r);
    end;
  end;
end;

-- What the first level has is its old value, and becomes the new one before the L2 has that.
procedure PerformNear(t: thread; o: operation; g: tag);
var old: value;
begin
  old := l1[CuOf(t)][LineOf(o)].data[WordOf(o)];
  if Writes(o, old) then
    SendStore(t, o, Result(o, old), true);
  end;
  Complete(t, g, old);
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t) do
    if L2S > 0 then
      write_back[t] := (HasWriteBack(RowOf(t, o)) & write_back[t] = NONE) | write_back[t] = LATE ? LATE : NONE;
    end;
    phase[t] := IsSilent(o) ? WAITS_SILENT : WAITS;
    after[t] := RowOf(t, o);
    if Kind(o) = STORE then
      SendStore(t, o, Stored(o), UPDATES = 1);
    elsif IsPerformedNear(t, o) then
      PerformNear(t, o, g);
    elsif Kind(o) = RMW | (Kind(o) = LOAD & Bypasses(RowOf(t, o))) then
      SendBeyond(t, o, g);
    elsif Kind(o) = LOAD then
      if IsHit(c, LineOf(o), WordOf(o)) then
        Complete(t, g, l1[c][LineOf(o)].data[WordOf(o)]);
      else
        WaitForMiss(t, o, g);
        loads[t] := loads[t] + 1;
      end;
    end;
    Settle(t);
  end;
  if Kind(o) != FENCE then
    Tidy();
  end;
end;

-- ---- loads of other waves ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !IsHit(c, l, w) & up[c][l].count = 0 & Wanted(c, l) & !Settled(l) & MissesAfresh(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  MissAtOnce(c, l);
end;

procedure ForgetCopies(c: cu; l: line);
begin
  DropCleanWords(l1[c][l]);
  DropIdleFills(c, l);
end;

include "../lib/parts/unwanted.m"

-- ---- the L2 serves ----

procedure Perform(c: cu; var r: request_message);
var v: value;
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what) do
    DropMiddle(c, l, w);
    ReadL2(t, c, l, w, r.goes, v);
    if Kind(o) = RMW & Writes(o, v) then
      WriteL2(t, l, w, r.goes, Result(o, v));
    end;
    Count(t, o, -1);
    Complete(t, r.answer, v);
    Settle(t);
  end;
end;

procedure Serve(c: cu; l: line);
var first: request_message;
begin
  Dequeue(c, l, first);
  switch first.kind
  case WRITE:
    WriteL2(first.sender, l, first.at, first.goes, first.data);
    stores[first.sender] := stores[first.sender] - 1;
    Settle(first.sender);
  case FETCH:
    ServeMiss(c, l, first.fill);
  case BEYOND:
    Perform(c, first);
  end;
end;

function L2MayServe(c: cu; l: line): boolean; begin return true; end;

include "../lib/parts/serves.m"

-- ---- what can no longer matter ----

-- Whether no store or RMW of the line is to come, or on its way.
function Unchanging(l: line): boolean;
begin
  return STEPS = 0 & L2S = 0 & !Changes(l)
       & forall c: cu do !WriteIsOnTheWay(c, l) end;
end;

-- Nor does the middle have a copy that is older than the L2's.
function Settled(l: line): boolean;
begin
  return Unchanging(l) & forall c: cu do forall w: word do middle[c][l].state[w] = INVALID end end;
end;

procedure DropSameInMiddle(l: line);
begin
  for c: cu do DropSameWords(middle[c][l], l); end;
end;

procedure TidyLine(l: line);
begin
  if Unchanging(l) then
    DropSameInMiddle(l);
    TidySettled(l);
    DropSameInMiddle(l);
  end;
end;

-- ---- fills ----

function MayFill(c: cu; l: line; m: miss): boolean;
begin
  return true;
end;

function Keeps(c: cu; l: line): boolean;
begin
  return Wanted(c, l);
end;

procedure Filled(t: thread; g: tag; o: operation; v: value);
begin
  loads[t] := loads[t] - 1;
  Complete(t, g, v);
  Settle(t);
end;

-- ---- write-backs of the L2s ----

-- What the wave's next operation begins with; the stores before it have arrived.
function AsksWriteBack(t: thread): boolean;
begin
  if !UsedThread(t) | L2S = 0 | phase[t] != GOES_ON | write_back[t] != NONE then
    return false;
  end;
  return HasNext(t, false) & HasWriteBack(RowOf(t, Next(t, false)));
end;

ruleset t: thread do
  fair rule "write back"
    L2S > 0 & HaveArrived(t) & (write_back[t] = LATE | AsksWriteBack(t))
  ==>
  begin
    for l: line do
      for w: word do Clean(t, L2Of(CuOf(t)), l, w); end;
    end;
    write_back[t] := write_back[t] = LATE ? NONE : DONE;
    Settle(t);
    EndStep();
  end;
end;

ruleset d: cu; l: line; w: word do
  fair rule "L2 writes a word back"
    L2S > 0 & l2[d][l].state[w] = DIRTY
  ==>
  begin
    Clean(0, d, l, w);
  end;

  rule "L2 evicts"
    L2S > 0 & EvictionsOn() & l2[d][l].state[w] = CLEAN
  ==>
  begin
    DropClean(l2[d][l], w);
  end;
end;

-- ---- what can be seen from outside ----

function Quiescent(): boolean;
begin
  return Idle()
         & (forall t: thread do UsedThread(t) -> phase[t] = GOES_ON & write_back[t] != LATE end)
         & forall d: cu do forall l: line do forall w: word do l2[d][l].state[w] != DIRTY end end end;
end;
