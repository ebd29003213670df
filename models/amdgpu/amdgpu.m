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
-- them.
--
-- An answer takes no step of its own but a fill; between a request's service and
-- its answer its wave would only wait longer.  A write-back of an L2 is one step,
-- as its last word goes; the dirty words before it may go earlier by themselves.
--
-- machine: source: LLVM, AMDGPUUsage (memory model of gfx942, gfx11, gfx12) and AMDGPUMemoryModel
-- machine: promises: hrf-indirect-relaxed availability.cat
-- machine: lowering: by the rows of models/amdgpu/*.csv; remote orders as plain
--   ones.  An RMW returns its old value, and is performed beyond the first level.
-- machine: constants: LOWERING=2 MIDDLE=1
-- machine: variant gfx942: LOWERING=0 MIDDLE=0 FLUSHES=2, one CU a work-group
-- machine: variant gfx942-nc: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=1
-- machine: variant gfx942-stores: LOWERING=0 MIDDLE=0 FLUSHES=1, where a write-back covers the CU's stores
-- machine: variant gfx942-own-stores: LOWERING=0 MIDDLE=0, where a write-back covers its wave's stores alone
-- machine: variant gfx942-waits: LOWERING=6 MIDDLE=0, so too, with the rows of proposed.csv
-- machine: variant gfx942-tgsplit: LOWERING=1 MIDDLE=0 GROUP_CUS=6, any CUs
-- machine: variant gfx942-tgsplit-nc: LOWERING=1 MIDDLE=0 GROUP_CUS=6 L2S=1
-- machine: variant gfx11: LOWERING=2 MIDDLE=1, CU mode
-- machine: variant gfx11-before: LOWERING=2 MIDDLE=1 MENDED=0, as the rows were before October 2025
-- machine: variant gfx11-updates: LOWERING=2 MIDDLE=1 UPDATES=1
-- machine: variant gfx11-wgp: LOWERING=3 MIDDLE=1 GROUP_CUS=2
-- machine: variant gfx12: LOWERING=4 MIDDLE=0, CU mode
-- machine: variant gfx12-nc: LOWERING=4 MIDDLE=0 L2S=1
-- machine: variant gfx12-before: LOWERING=4 MIDDLE=0 MENDED=0
-- machine: variant gfx12-wgp: LOWERING=5 MIDDLE=0 GROUP_CUS=2
-- machine: variant gfx12-wgp-nc: LOWERING=5 MIDDLE=0 GROUP_CUS=2 L2S=1
-- machine: variant gfx942-late-back: LOWERING=0 MIDDLE=0 FLUSHES=2 L2S=1 DROP_ROW=26 DROP_STEP=4
-- machine: variant gfx12-late-back: LOWERING=4 MIDDLE=0 L2S=1 DROP_ROW=26 DROP_STEP=16
-- machine: variant gfx12-loads-alone: LOWERING=4 MIDDLE=0 DROP_ROW=25 DROP_STEP=16
-- machine: variant gfx11-gl0-first: LOWERING=2 MIDDLE=1 GL0_FIRST=1
-- machine: values LOWERING: 0..6
-- machine: values UPDATES MIDDLE MENDED GL0_FIRST L2S: 0..1
-- machine: values FLUSHES: 0..2
-- machine: values GROUP_CUS: 1..6
-- machine: values DROP_ROW: 0..77
-- machine: values CHANNEL: 1..16
-- machine: values MISSES: 1..8

-- show: lane "L2" of memory
-- show: channel up from cu to "L2" as "{kind} {line} {what} {data}"

const
  LOWERING: 0;   -- which table: 0 and 1 gfx942, 2 and 3 gfx11, 4 and 5 gfx12, the second of each for
                 -- groups on several CUs; 6 gfx942 with proposed.csv
  GROUP_CUS: 1;  -- CUs of a work-group: where the host puts its threads
  UPDATES: 0;    -- 1: a store updates its CU's copy before the L2 has it, and other waves may hit it
  MIDDLE: 0;     -- 1: a cache between the CUs of a work-group and the L2
  L2S: 0;        -- 1: an L2 for each agent, not coherent with the others
  MENDED: 1;     -- 0: the rows of work-group scope as they were before October 2025
  FLUSHES: 0;    -- a write-back covers 0: its wave's stores, 1: those of its CU, 2: also the CU's loads
  GL0_FIRST: 0;  -- 1: the first level is invalidated before the cache behind it
  DROP_ROW: 77;  -- a row with one step less: the row (77: none)
  DROP_STEP: 0;  -- and the step; 0: the bits of its access
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
  wait_phase: enum { GOES_ON, WAITS, DROPS_FIRST, DROPS_THEN };
  write_back_phase: enum { NONE, DONE, LATE };

-- `memory` is the L2; with L2S=1 it is what is behind the L2s.
-- No word of an L1, the first level, is dirty, nor one of the cache in the middle.
include "../lib/parts/word-l1.m"

var
  middle: array [cu] of array [line] of cache_line;  -- of the CUs whose first is this; nor of it
  l2: array [component] of array [line] of cache_line;
  loads: array [thread] of 0 .. TAGS;                           -- the wave's counters: loads and RMWs,
  stores: array [thread] of 0 .. LINES * CHANNEL;               -- and stores
  phase: array [thread] of wait_phase;                          -- what stands after an access,
  after: array [thread] of row;                                 -- by this row
  write_back: array [thread] of write_back_phase;               -- DONE: for its next operation

procedure MachineStart();
begin
  L1Start();
  for l: line do
    for d: component do StartLine(l2[d][l]); end;
    for c: cu do StartLine(middle[c][l]); end;
  end;
  for t: thread do
    loads[t] := 0;
    stores[t] := 0;
    phase[t] := GOES_ON;
    undefine after[t];
    write_back[t] := NONE;
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

function RowOf(o: operation): row;
begin
  switch Kind(o)
  case LOAD:  return Order(o) = PLAIN ? 0 : 1 + 5 * OrderAt(LOAD, Order(o)) + ScopeNumber(Scope(o));
  case STORE: return Order(o) = PLAIN ? 16 : 17 + 5 * OrderAt(STORE, Order(o)) + ScopeNumber(Scope(o));
  case RMW:   return 32 + 5 * OrderAt(RMW, Order(o)) + ScopeNumber(Scope(o));
  case FENCE: return 57 + 5 * OrderAt(FENCE, Order(o)) + ScopeNumber(Scope(o));
  end;
end;

function Has(r: row; step: steps): boolean;
begin
  return (StepsOf(r) / step) % 2 = 1
       & !(r = DROP_ROW & step = DROP_STEP)
       & (MENDED = 1 | IsMended(r) = 0);
end;

function Goes(r: row): level;
begin
  return r = DROP_ROW & DROP_STEP = 0 ? 0 : LevelOf(r);
end;

-- A load that misses the first level whatever that has.  The scope of a work-group
-- is its CU's, where it has one.
function Bypasses(r: row): boolean;
begin
  return Goes(r) >= 2 | (Goes(r) = 1 & GROUP_CUS > 1);
end;

-- ---- the middle ----

-- Where the CU's cache of the middle is: with the first CU that has a thread of a
-- work-group that this CU has one of.
function MiddleOf(c: cu): cu;
begin
  for d: cu do
    if exists t: thread do exists u: thread do
         UsedThread(t) & UsedThread(u) & GroupOf(t) = GroupOf(u) & CuOf(t) = c & CuOf(u) = d
       end end then
      return d;
    end;
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
  return L2S = 1 & goes = 3;
end;

procedure Clean(t: thread; d: component; l: line; w: word);
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
  if L2S = 1 then
    alias it: l2[ComponentOf(c)][l] do
      if IsPast(goes) then
        Clean(t, ComponentOf(c), l, w);
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
  alias c: CuOf(t) do
    DropMiddle(c, l, w);
    if L2S = 0 then
      WriteMemory(t, l, w, v);
    elsif IsPast(goes) then
      l2[ComponentOf(c)][l].state[w] := INVALID;
      undefine l2[ComponentOf(c)][l].data[w];
      WriteMemory(t, l, w, v);
    else
      l2[ComponentOf(c)][l].state[w] := DIRTY;
      l2[ComponentOf(c)][l].data[w] := v;
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
  return L2S = 1 & Has(r, BEFORE_SYSTEM_BACK);
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
  return (Has(after[t], AFTER_ALL) -> loads[t] = 0 & NoStores(t)) & (Has(after[t], AFTER_LOADS) -> loads[t] = 0);
end;

-- The first of a row's invalidates is of the middle, unless GL0_FIRST.
function Drops(r: row; of_middle: boolean): boolean;
begin
  return of_middle ? MIDDLE = 1 & Has(r, AFTER_L1)
                   : Has(r, AFTER_L0) | Has(r, AFTER_AGENT) | Has(r, AFTER_SYSTEM);
end;

-- What is there to do goes on to the next thing that takes a step.
procedure Settle(t: thread);
begin
  if phase[t] = WAITS then
    if IsOver(t) then phase[t] := DROPS_FIRST; end;
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
    if L2S = 1 & Has(r, AFTER_SYSTEM) then
      for l: line do DropCleanWords(l2[ComponentOf(c)][l]); end;
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
    PassFences(t);
  end;
end;

-- ---- issue ----

function Accepts(t: thread; o: operation): boolean;
begin
  if phase[t] != GOES_ON then
    return false;
  end;
  if !MayPass(t, RowOf(o)) then
    return false;
  end;
  if Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Kind(o) != LOAD | Bypasses(RowOf(o)) then
      return Room(c, l);
    end;
    return IsHit(c, l, w) | Joins(c, l) < MISSES;
  end;
end;

procedure SendStore(t: thread; o: operation);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    r.kind := WRITE;
    r.sender := t;
    r.at := w;
    r.data := Stored(o);
    r.goes := Goes(RowOf(o));
    stores[t] := stores[t] + 1;
    PassL1(c, l, w);
    if UPDATES = 1 then
      l1[c][l].state[w] := CLEAN;
      l1[c][l].data[w] := Stored(o);
    end;
    Send(c, l, r);
  end;
end;

-- Whether the wave can do nothing before the access is answered.
function Blocks(r: row): boolean;
begin
  return Has(r, AFTER_ALL) | Has(r, AFTER_LOADS);
end;

-- With nothing before it in the channel, what its wave waits for may as well be
-- issued as late as it is served.
procedure SendBeyond(t: thread; o: operation; g: tag);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o) do
    AskBeyond(r, t, o);
    r.answer := g;
    r.goes := Goes(RowOf(o));
    loads[t] := loads[t] + 1;
    PassL1(c, l, WordOf(o));
    if Blocks(RowOf(o)) & up[c][l].count = 0 then
      Perform(c, r);
    else
      Send(c, l, r);
    end;
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t) do
    if L2S = 1 then
      write_back[t] := (HasWriteBack(RowOf(o)) & write_back[t] = NONE) | write_back[t] = LATE ? LATE : NONE;
    end;
    phase[t] := WAITS;
    after[t] := RowOf(o);
    if Kind(o) = STORE then
      SendStore(t, o);
    elsif Kind(o) = RMW | (Kind(o) = LOAD & Bypasses(RowOf(o))) then
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
end;

-- ---- loads of other waves ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !IsHit(c, l, w) & up[c][l].count = 0 & Wanted(c, l) & MissesAfresh(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  MissAtOnce(c, l);
end;

procedure Unwanted(c: cu; l: line);
begin
  DropCleanWords(l1[c][l]);
end;

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
    loads[t] := loads[t] - 1;
    Complete(t, r.answer, v);
    Settle(t);
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 serves"
    up[c][l].count > 0
  ==>
  var first: request_message;
  begin
    Dequeue(c, l, first);
    switch first.kind
    case WRITE:
      WriteL2(first.sender, l, first.at, first.goes, first.data);
      stores[first.sender] := stores[first.sender] - 1;
      Settle(first.sender);
      PassFencesOf(c);
    case FETCH:
      ServeMiss(c, l, first.fill);
    case BEYOND:
      Perform(c, first);
      PassFences(first.sender);
    end;
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
  return HasNext(t, false) & HasWriteBack(RowOf(Next(t, false)));
end;

ruleset t: thread do
  fair rule "write back"
    L2S = 1 & HaveArrived(t) & (write_back[t] = LATE | AsksWriteBack(t))
  ==>
  begin
    for l: line do
      for w: word do Clean(t, ComponentOf(CuOf(t)), l, w); end;
    end;
    write_back[t] := write_back[t] = LATE ? NONE : DONE;
    Settle(t);
    PassFences(t);
  end;
end;

ruleset d: component; l: line; w: word do
  fair rule "L2 writes a word back"
    L2S = 1 & l2[d][l].state[w] = DIRTY
  ==>
  begin
    Clean(0, d, l, w);
  end;

  rule "L2 evicts"
    L2S = 1 & EvictionsOn() & l2[d][l].state[w] = CLEAN
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
         & forall d: component do forall l: line do forall w: word do l2[d][l].state[w] != DIRTY end end end;
end;
