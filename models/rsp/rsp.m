-- SPDX-License-Identifier: BSD-2-Clause
-- Remote-scope promotion: write-through L1s and L2s with a FIFO of dirty
-- addresses each, scoped acquires and releases, and remote ones that promote
-- the last release or the next acquire of another work-group.
--
-- Threads run in order and block on loads.  A store writes its word into the
-- L1, and the word's address into the L1's FIFO; when the address is at the
-- head, the word is written to the next level.  The cache that a scope's
-- threads share is its coherence point: the L1 for a work-group and below, the
-- L2 for a component, memory for the system.  An acquire drops all clean words
-- below its coherence point, in the step that reads; a release waits until all
-- that was in the FIFOs below it has been written there.
--
-- With one component nothing tells its L2 from memory: the two are one here,
-- `memory`, and all that is of an L2 stays empty.
--
-- What an L1 asks of the next level is served as it is issued: its thread is
-- blocked, so that nobody can tell when it was sent.  Only the fills that no
-- thread waits for, prefetches, take their time.  With STEPS=1 the answer to a
-- load's miss is on its way too, others of the CU may join it, and an
-- invalidation or a store may come before it.
--
-- machine: source: Orr et al., remote-scope promotion, sections 2.3 and 4, Figure 7
-- machine: promises: rsp rsp.cat hrf-indirect-relaxed
-- machine: invariants: invariants
-- machine: lowering: by scope.  Work-group and below: at the L1.  Component: at
--   the L2.  System: at memory.  An acquire drops the clean words below as it
--   reads, a release waits for the FIFOs below.  Remote acquire: all FIFOs
--   within the scope are flushed first.  Remote release: all L1s within the
--   scope are invalidated after.  Remote RMW: both, and no synchronisation
--   starts within the scope meanwhile.
-- machine: variant printed: INVALIDATE_FIRST=1 ACQUIRE_BLOCKS=0
--   RELEASE_BLOCKS=0, a remote operation invalidates its own caches, and
--   operates in a later step (Figure 7); remote acquires and releases let
--   others' synchronisation go on
-- machine: variant early-acquire: ACQUIRE_WAITS=0
-- machine: values STEPS ACQUIRE_WAITS PROMOTION COMBINE ACQUIRE_BLOCKS RELEASE_BLOCKS BLOCK_AT_HEAD: 0..1
-- machine: values INVALIDATE_FIRST: 0..2
-- machine: values FIFO: 1..16

-- show: lane "L2" of l2, fifo_l2
-- show: channel fifo from cu to "L2"

const
  FIFO: 6;        -- addresses and markers in one FIFO
  FIFO_DEPTH: FIFO;
  STEPS: 0;       -- 1: the answers to loads take their time
  ACQUIRE_WAITS: 1; -- 1: synchronising accesses of a thread stay in order; 0: an acquire goes before earlier releases

  -- What the paper leaves open, or says of one operation alone.
  PROMOTION: 1;           -- 0: scopes alone; remote orders are refused
  COMBINE: 1;             -- 1: the FIFO holds addresses, and what is written is what the cache
                          --    holds then; 0: it holds each store's data too
  ACQUIRE_BLOCKS: 1;      -- 1: synchronisation stalls during a remote acquire, as during a remote RMW
  RELEASE_BLOCKS: 1;      -- 1: a remote release flushes all L1s, and RMWs stall meanwhile;
                          -- 0: it flushes its own, and nothing stalls (4.2)
  BLOCK_AT_HEAD: 0;       -- 0: an L1 stalls when the marker arrives; 1: when it is at the head
  INVALIDATE_FIRST: 0;    -- 0: in the step that operates; 1: before it, once all is flushed (Figure 7);
                          -- 2: as its own marker arrives, in parallel with the flushes (footnote 3)

type
  point_type: enum { AT_L1, AT_L2, AT_MEMORY };
  entry_kind: enum { WRITE,    -- of `sender`'s store of `data`, to the next level
                     ADDRESS,  -- of a word whose store has been written on before its turn
                     BEYOND,   -- the access `what` of `sender`, at its coherence point
                     MARKER }; -- of `sender`'s remote operation
  entry_type: record
    kind: entry_kind;
    sender: thread;
    what: operation;
    answer: tag;
    at_line: line;
    at_word: word;
    data: value;
  end;
  fill_type: record
    active: boolean;
    data: array [word] of value;
  end;
  waiting_type: record
    active: boolean;
    answer: tag;
    at_line: line;
    at_word: word;
    alone: boolean;   -- the fill that it waited for is not installed any more
    data: value;      -- where alone
  end;
  marker_state: enum { SENT, QUEUED, FLUSHED };
  remote_phase: enum { NONE, FLUSHING, READY, INVALIDATING };
  remote_type: record
    phase: remote_phase;
    what: operation;
    answer: tag;
    l1: array [cu] of marker_state;
    l2: array [component] of marker_state;
    drop_l1: array [cu] of boolean;        -- invalidations on their way
    drop_l2: array [component] of boolean;
  end;
  stall_type: enum { NOTHING, RMWS, ALL };

include "../lib/parts/stores-at-memory.m"
include "../lib/parts/fences.m"
include "../lib/parts/fifo.m"
include "../lib/parts/word-cache.m"

var
  l2: array [component] of array [line] of cache_line;
  l1: array [cu] of array [line] of cache_line;
  fifo: array [cu] of fifo_type;
  fifo_l2: array [component] of fifo_type;
  fills: array [cu] of array [line] of fill_type;
  waiting: array [thread] of waiting_type;  -- STEPS=1: for a fill
  remote: array [thread] of remote_type;
  stalled: array [cu] of stall_type;       -- what of its synchronisation
  waits: array [thread] of boolean;        -- for its value, or its remote operation
  syncs: array [thread] of 0 .. FIFO + 1;  -- release stores not performed at their scope

procedure MachineStart();
begin
  MemoryStart();
  for l: line do
    for c: cu do
      StartLine(l1[c][l]);
      fills[c][l].active := false;
    end;
    for k: component do
      StartLine(l2[k][l]);
    end;
  end;
  for c: cu do
    fifo[c].count := 0;
    stalled[c] := NOTHING;
  end;
  for k: component do
    fifo_l2[k].count := 0;
  end;
  for t: thread do
    remote[t].phase := NONE;
    waiting[t].active := false;
    waits[t] := false;
    syncs[t] := 0;
  end;
end;

-- ---- scopes ----

function PointOf(o: operation): point_type;
begin
  if Order(o) = PLAIN | !AtLeast(Scope(o), COMPONENT) then
    return AT_L1;
  end;
  return Scope(o) = SYSTEM | COMPONENTS = 1 ? AT_MEMORY : AT_L2;
end;

-- A remote operation whose target is the L1 has nobody to promote.
function IsRemote(o: operation): boolean;
begin
  return RemoteOrder(Order(o)) & PointOf(o) != AT_L1;
end;

-- A component that a program has no thread on has nothing to flush, and drops nothing.
function UsedComponent(k: component): boolean;
begin
  return exists c: cu do UsedCu(c) & ComponentOf(c) = k end;
end;

-- Whether the CU is within the scope instance that t's operation targets.
function Within(c: cu; t: thread; o: operation): boolean;
begin
  return UsedCu(c) & (PointOf(o) = AT_MEMORY | ComponentOf(c) = ComponentOf(CuOf(t)));
end;

-- ---- FIFOs ----

function Room(c: cu): boolean;
begin
  return fifo[c].count < FIFO;
end;

function RoomL2(k: component): boolean;
begin
  return COMPONENTS = 1 | fifo_l2[k].count < FIFO;
end;

-- Whether the caches below the point have anything to be written, or a marker.
function Outstanding(c: cu; p: point_type): boolean;
begin
  return fifo[c].count > 0 | (p = AT_MEMORY & fifo_l2[ComponentOf(c)].count > 0);
end;

-- Whether the caches below the point have a write of the location outstanding.
function WriteOutstanding(c: cu; p: point_type; l: line; w: word): boolean;
begin
  return (exists i: 0 .. FIFO - 1 do
            i < fifo[c].count & fifo[c].entry[i].kind != MARKER
            & fifo[c].entry[i].at_line = l & fifo[c].entry[i].at_word = w
          end)
       | (p = AT_MEMORY & exists i: 0 .. FIFO - 1 do
            i < fifo_l2[ComponentOf(c)].count & fifo_l2[ComponentOf(c)].entry[i].kind != MARKER
            & fifo_l2[ComponentOf(c)].entry[i].at_line = l
            & fifo_l2[ComponentOf(c)].entry[i].at_word = w
          end);
end;

-- Whether an access beyond the L2 to the location is on its way: from its
-- sending to its performing the caches below accept no store or RMW there.
function BeyondL2Pending(k: component; l: line; w: word): boolean;
begin
  return exists i: 0 .. FIFO - 1 do
           i < fifo_l2[k].count & fifo_l2[k].entry[i].kind = BEYOND
           & fifo_l2[k].entry[i].at_line = l & fifo_l2[k].entry[i].at_word = w
         end;
end;
function BeyondPending(c: cu; l: line; w: word): boolean;
begin
  return BeyondL2Pending(ComponentOf(c), l, w)
       | exists i: 0 .. FIFO - 1 do
           i < fifo[c].count & fifo[c].entry[i].kind = BEYOND
           & fifo[c].entry[i].at_line = l & fifo[c].entry[i].at_word = w
         end;
end;

-- Whether t itself has an access beyond the L2, or beyond the L1, on its way.
function OwnBeyondL2(t: thread): boolean;
begin
  return exists i: 0 .. FIFO - 1 do
           i < fifo_l2[ComponentOf(CuOf(t))].count & fifo_l2[ComponentOf(CuOf(t))].entry[i].kind = BEYOND
           & fifo_l2[ComponentOf(CuOf(t))].entry[i].sender = t
         end;
end;
function OwnStoreBeyondL2(t: thread; l: line; w: word): boolean;
begin
  return exists i: 0 .. FIFO - 1 do
           i < fifo_l2[ComponentOf(CuOf(t))].count & fifo_l2[ComponentOf(CuOf(t))].entry[i].kind = BEYOND
           & fifo_l2[ComponentOf(CuOf(t))].entry[i].sender = t
           & fifo_l2[ComponentOf(CuOf(t))].entry[i].at_line = l & fifo_l2[ComponentOf(CuOf(t))].entry[i].at_word = w
         end;
end;
function OwnBeyond(t: thread): boolean;
begin
  return OwnBeyondL2(t)
       | exists i: 0 .. FIFO - 1 do
           i < fifo[CuOf(t)].count & fifo[CuOf(t)].entry[i].kind = BEYOND
           & fifo[CuOf(t)].entry[i].sender = t
         end;
end;

function IsWrite(var f: fifo_type; i: 0 .. FIFO; l: line; w: word): boolean;
begin
  return i < f.count & f.entry[i].kind = WRITE & f.entry[i].at_line = l & f.entry[i].at_word = w;
end;

function Writing(var f: fifo_type; l: line; w: word): 0 .. FIFO;
var count: 0 .. FIFO;
begin
  count := 0;
  for i: 0 .. FIFO - 1 do
    if IsWrite(f, i, l, w) then
      count := count + 1;
    end;
  end;
  return count;
end;

-- ---- line locks ----

-- A remote release locks its line at its target until all is invalidated.
function Locked(p: point_type; k: component; l: line): boolean;
begin
  return exists t: thread do
           remote[t].phase = INVALIDATING & Kind(remote[t].what) = STORE
           & LineOf(remote[t].what) = l & PointOf(remote[t].what) = p
           & (p = AT_MEMORY | ComponentOf(CuOf(t)) = k)
         end;
end;

-- Whether the level that the CU's L1 writes to takes the location's stores.
function MayWriteOn(c: cu; l: line; w: word): boolean;
begin
  return COMPONENTS = 1 ? !Locked(AT_MEMORY, 0, l)
       : !Locked(AT_L2, ComponentOf(c), l)
         & fifo_l2[ComponentOf(c)].count + Writing(fifo[c], l, w) <= FIFO;
end;

function InL2(k: component; l: line): boolean;
begin
  return COMPONENTS > 1 & forall w: word do l2[k][l].state[w] != INVALID end;
end;

-- Whether an L1 of the component may fetch the line now.
function MayFetch(k: component; l: line): boolean;
begin
  return !Locked(AT_L2, k, l) & (InL2(k, l) | !Locked(AT_MEMORY, k, l));
end;

-- ---- copies ----

procedure LeaveFill(c: cu; t: thread);
begin
  if !waiting[t].alone then
    waiting[t].alone := true;
    waiting[t].data := fills[c][waiting[t].at_line].data[waiting[t].at_word];
  end;
end;

-- A fill on its way is not installed, and nobody joins it; those who have get
-- what it brings.
procedure StopFill(c: cu; l: line);
begin
  for t: thread do
    if waiting[t].active & CuOf(t) = c then
      if waiting[t].at_line = l then
        LeaveFill(c, t);
      end;
    end;
  end;
  undefine fills[c][l];
  fills[c][l].active := false;
end;

procedure StopFills(c: cu);
begin
  for t: thread do
    if waiting[t].active & CuOf(t) = c then
      LeaveFill(c, t);
    end;
  end;
  for l: line do
    undefine fills[c][l];
    fills[c][l].active := false;
  end;
end;

procedure InvalidateL1(c: cu);
begin
  for l: line do DropCleanWords(l1[c][l]); end;
  StopFills(c);
end;

procedure InvalidateL2(k: component);
begin
  for l: line do DropCleanWords(l2[k][l]); end;
end;

-- The requester's caches below the target.
procedure InvalidateOwn(c: cu; p: point_type);
begin
  InvalidateL1(c);
  if p = AT_MEMORY then
    InvalidateL2(ComponentOf(c));
  end;
end;

procedure Fetch(k: component; l: line; var data: array [word] of value);
begin
  if COMPONENTS > 1 then
    for w: word do
      if l2[k][l].state[w] = INVALID then
        l2[k][l].state[w] := CLEAN;
        l2[k][l].data[w] := memory[l][w];
      end;
    end;
    data := l2[k][l].data;
  else
    data := memory[l];
  end;
end;

procedure Install(c: cu; l: line; var data: array [word] of value);
begin
  for w: word do
    if l1[c][l].state[w] = INVALID then
      l1[c][l].state[w] := CLEAN;
      l1[c][l].data[w] := data[w];
    end;
  end;
end;

-- Makes a word of a cache dirty.
procedure Soil(var it: cache_line; var f: fifo_type; t: thread; l: line; w: word; v: value);
var e: entry_type;
begin
  it.state[w] := DIRTY;
  it.data[w] := v;
  e.kind := WRITE;
  e.sender := t;
  e.at_line := l;
  e.at_word := w;
  e.data := v;
  Push(f, e);
end;

procedure WriteL2(k: component; t: thread; l: line; w: word; v: value);
begin
  if COMPONENTS = 1 then
    WriteMemory(t, l, w, v);
  else
    Soil(l2[k][l], fifo_l2[k], t, l, w, v);
  end;
end;

-- Takes the stores of a word that are to be written on with the first of them:
-- all of them where the FIFO combines.
procedure TakeWrites(var it: cache_line; var f: fifo_type; l: line; w: word; var taken: fifo_type);
begin
  taken.count := 0;
  for i: 0 .. FIFO - 1 do
    if IsWrite(f, i, l, w) then
      Push(taken, f.entry[i]);
      f.entry[i].kind := ADDRESS;
      undefine f.entry[i].sender;
      undefine f.entry[i].data;
    end;
  end;
  it.state[w] := CLEAN;
end;

procedure StoreInL1(t: thread; l: line; w: word; v: value);
begin
  StopFill(CuOf(t), l);
  Soil(l1[CuOf(t)][l], fifo[CuOf(t)], t, l, w, v);
end;

-- ---- an access at its coherence point beyond the L1 ----

function MayPerform(t: thread; o: operation): boolean;
begin
  alias k: ComponentOf(CuOf(t)); l: LineOf(o); w: WordOf(o) do
    if PointOf(o) = AT_MEMORY then
      return !Locked(AT_MEMORY, k, l);
    elsif Releases(o) & OwnBeyondL2(t) then
      return false;
    elsif Kind(o) = STORE then
      return !Locked(AT_L2, k, l) & RoomL2(k) & !BeyondL2Pending(k, l, w);
    elsif Kind(o) = RMW then
      return MayFetch(k, l) & RoomL2(k) & !BeyondL2Pending(k, l, w);
    end;
    -- A thread does not read before its own store beyond the L2.
    return MayFetch(k, l) & !OwnStoreBeyondL2(t, l, w);
  end;
end;

-- Reads and writes there; the clean copies below are dropped in the same step,
-- all of them where `invalidate` says so.
procedure Access(t: thread; o: operation; invalidate: boolean; var v: value);
var data: array [word] of value;
begin
  alias c: CuOf(t); k: ComponentOf(CuOf(t)); l: LineOf(o); w: WordOf(o) do
    DropClean(l1[c][l], w);
    StopFill(c, l);
    if PointOf(o) = AT_MEMORY then
      DropClean(l2[k][l], w);
      v := memory[l][w];
    elsif Kind(o) != STORE then
      Fetch(k, l, data);
      v := data[w];
    end;
    if Kind(o) = STORE then
      v := Stored(o);
    end;
    if Kind(o) = STORE then
      if PointOf(o) = AT_MEMORY then WriteMemory(t, l, w, Stored(o)); else WriteL2(k, t, l, w, Stored(o)); end;
    elsif Kind(o) = RMW then
      if Writes(o, v) then
        if PointOf(o) = AT_MEMORY then WriteMemory(t, l, w, Result(o, v)); else WriteL2(k, t, l, w, Result(o, v)); end;
      end;
    end;
    if invalidate then
      InvalidateOwn(c, PointOf(o));
    end;
  end;
end;

procedure Perform(t: thread; o: operation; g: tag);
var v: value;
begin
  Access(t, o, Acquires(o), v);
  if Kind(o) = STORE then
    if Releases(o) then
      syncs[t] := syncs[t] - 1;
    end;
  else
    waits[t] := false;
    Complete(t, g, v);
  end;
  PassFences(t);
end;

-- ---- issue ----

-- Ordered behind all that the caches below its point have outstanding: it goes
-- through the FIFOs.
function Queues(o: operation): boolean;
begin
  return Kind(o) = STORE | Releases(o) | Order(o) = SEQ_CST;
end;

-- One remote operation at a time within a scope instance.
function TokenFree(t: thread; o: operation): boolean;
begin
  return forall u: thread do
           remote[u].phase = NONE
           | (PointOf(o) = AT_L2 & PointOf(remote[u].what) = AT_L2
              & ComponentOf(CuOf(t)) != ComponentOf(CuOf(u)))
         end;
end;

function Stalls(c: cu; o: operation): boolean;
begin
  return (stalled[c] != NOTHING & Kind(o) = RMW) | (stalled[c] = ALL & Synchronises(o));
end;

function FenceMayPass(t: thread; o: operation): boolean;
begin
  if (Releases(o) | Order(o) = SEQ_CST) & PointOf(o) != AT_L1 then
    return !Outstanding(CuOf(t), PointOf(o));
  end;
  return !Releases(o) | !OwnBeyond(t);
end;

-- A fill that takes its time does not overtake its CU's stores to the line.
function MayAsk(c: cu; l: line): boolean;
begin
  return !fills[c][l].active & MayFetch(ComponentOf(c), l)
       & forall i: 0 .. FIFO - 1 do
           i < fifo[c].count & fifo[c].entry[i].kind != MARKER -> fifo[c].entry[i].at_line != l
         end;
end;

-- A hit, or a miss that the next level can serve.  While a fill is on its way a
-- load is not issued before it has come, or is (STEPS=1), and joins it.
function MayLoad(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state[w] != INVALID | (!fills[c][l].active & MayFetch(ComponentOf(c), l));
end;

function Accepts(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t) do
    if waits[t] | Stalls(c, o) then
      return false;
    -- An acquire waits for its thread's earlier release stores.
    elsif ((ACQUIRE_WAITS = 1 & Acquires(o)) | Order(o) = SEQ_CST) & syncs[t] > 0 then
      return false;
    elsif Kind(o) = FENCE then
      return FenceMayPass(t, o);
    elsif IsRemote(o) then
      return syncs[t] = 0 & TokenFree(t, o);
    end;
    alias l: LineOf(o); w: WordOf(o) do
      if PointOf(o) != AT_L1 then
        if Queues(o) then
          return Room(c) | (!Outstanding(c, PointOf(o)) & MayPerform(t, o));
        end;
        return MayPerform(t, o) & !WriteOutstanding(c, PointOf(o), l, w);
      elsif Kind(o) = LOAD then
        return (l1[c][l].state[w] != INVALID | (STEPS = 0 ? MayLoad(c, l, w) : fills[c][l].active | MayAsk(c, l)))
             & forall i: 0 .. FIFO - 1 do
                 i < fifo[c].count -> !(fifo[c].entry[i].kind = BEYOND & fifo[c].entry[i].sender = t
                                        & fifo[c].entry[i].at_line = l & fifo[c].entry[i].at_word = w)
               end
             & (!BeyondL2Pending(ComponentOf(c), l, w) | !OwnBeyondL2(t));
      end;
      -- A release at the L1 waits for its thread's accesses beyond it.
      return Room(c) & !BeyondPending(c, l, w) & (!Releases(o) | !OwnBeyond(t))
           & (Kind(o) = STORE | MayLoad(c, l, w));
    end;
  end;
end;

procedure IssueInL1(t: thread; o: operation; g: tag);
var v: value;
var data: array [word] of value;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Kind(o) = STORE then
      StoreInL1(t, l, w, Stored(o));
    elsif Kind(o) = LOAD & STEPS = 1 & l1[c][l].state[w] = INVALID then
      if !fills[c][l].active then
        Prefetch(c, l, w);
      end;
      waits[t] := true;
      waiting[t].active := true;
      waiting[t].answer := g;
      waiting[t].at_line := l;
      waiting[t].at_word := w;
      waiting[t].alone := false;
    else
      if l1[c][l].state[w] = INVALID then
        Fetch(ComponentOf(c), l, data);
        Install(c, l, data);
      end;
      v := l1[c][l].data[w];
      if Kind(o) = RMW then
        if Writes(o, v) then
          StoreInL1(t, l, w, Result(o, v));
        end;
      end;
      Complete(t, g, v);
    end;
  end;
end;

-- Nobody on the CU has anything left to do there, and nothing is to be written.
function Deserted(c: cu): boolean;
begin
  return fifo[c].count = 0 & forall l: line do UsedLine(l) -> !Touched(c, l) end;
end;

procedure StartRemote(t: thread; o: operation; g: tag);
begin
  alias it: remote[t] do
    it.phase := FLUSHING;
    it.what := o;
    it.answer := g;
    for c: cu do
      it.drop_l1[c] := false;
      it.l1[c] := FLUSHED;
      if Within(c, t, o) & (Kind(o) != STORE | RELEASE_BLOCKS = 1 | c = CuOf(t)) then
        if !Deserted(c) then
          it.l1[c] := SENT;
        end;
      end;
    end;
    for k: component do
      it.drop_l2[k] := false;
      it.l2[k] := COMPONENTS > 1 & UsedComponent(k) & PointOf(o) = AT_MEMORY
                  & (Kind(o) != STORE | RELEASE_BLOCKS = 1 | k = ComponentOf(CuOf(t))) ? SENT : FLUSHED;
    end;
  end;
  waits[t] := true;
end;

procedure IssueBeyond(t: thread; o: operation; g: tag);
var e: entry_type;
begin
  if Kind(o) = STORE & Releases(o) then
    syncs[t] := syncs[t] + 1;
  end;
  alias c: CuOf(t) do
    -- Its thread is blocked until it is bound, so with nothing before it, it
    -- may as well be issued as late as it is performed.
    if !Queues(o) | (Kind(o) != STORE & !Outstanding(c, PointOf(o)) & MayPerform(t, o)) | !Room(c) then
      Perform(t, o, g);
      return;
    end;
    e.kind := BEYOND;
    e.sender := t;
    e.what := o;
    e.at_line := LineOf(o);
    e.at_word := WordOf(o);
    if Kind(o) != STORE then
      e.answer := g;
      waits[t] := true;
    end;
    Push(fifo[c], e);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if RemoteOrder(Order(o)) & PROMOTION = 0 then
    error "refused: a remote order, and no promotion";
  end;
  if Kind(o) = FENCE then
    if Acquires(o) & PointOf(o) != AT_L1 then
      InvalidateOwn(CuOf(t), PointOf(o));
    end;
  elsif IsRemote(o) then
    StartRemote(t, o, g);
  elsif PointOf(o) = AT_L1 then
    IssueInL1(t, o, g);
  else
    IssueBeyond(t, o, g);
  end;
end;

-- ---- fills that nobody waits for ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state[w] = INVALID & Wanted(c, l) & MayAsk(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  fills[c][l].active := true;
  Fetch(ComponentOf(c), l, fills[c][l].data);
end;

procedure ForgetCopies(c: cu; l: line);
begin
  for w: word do
    DropClean(l1[c][l], w);
  end;
  StopFill(c, l);
end;

include "../lib/parts/unwanted.m"

procedure Answer(t: thread; v: value);
var g: tag;
begin
  g := waiting[t].answer;
  undefine waiting[t];
  waiting[t].active := false;
  waits[t] := false;
  Complete(t, g, v);
  PassFences(t);
end;

-- A word that is dirty by now answers for itself.
ruleset c: cu; l: line do
  fair rule "fill"
    fills[c][l].active
  ==>
  var data: array [word] of value;
  var joined: array [thread] of boolean;
  begin
    Install(c, l, fills[c][l].data);
    data := l1[c][l].data;
    for t: thread do
      joined[t] := false;
      if waiting[t].active & CuOf(t) = c then
        joined[t] := waiting[t].at_line = l & !waiting[t].alone;
      end;
    end;
    undefine fills[c][l];
    fills[c][l].active := false;
    for t: thread do
      if joined[t] then
        Answer(t, data[waiting[t].at_word]);
      end;
    end;
  end;
end;

ruleset t: thread do
  fair rule "answer"
    waiting[t].active & waiting[t].alone
  ==>
  begin
    Answer(t, waiting[t].data);
  end;
end;

-- ---- the FIFOs ----

procedure Stall(c: cu; o: operation);
begin
  if Kind(o) = STORE then
    if RELEASE_BLOCKS = 1 then stalled[c] := RMWS; end;
  elsif Kind(o) = RMW | ACQUIRE_BLOCKS = 1 then
    stalled[c] := ALL;
  end;
end;

procedure Resume(c: cu);
begin
  stalled[c] := NOTHING;
  PassFencesOf(c);
end;

-- Nobody can tell how long a marker stays at the head, or its acknowledgement
-- is on its way.
procedure PassMarkers(c: cu);
var e: entry_type;
begin
  while fifo[c].count > 0 & fifo[c].entry[0].kind = MARKER do
    Pop(fifo[c], e);
    remote[e.sender].l1[c] := FLUSHED;
    if BLOCK_AT_HEAD = 1 then
      Stall(c, remote[e.sender].what);
    end;
  end;
end;

procedure PassMarkersL2(k: component);
var e: entry_type;
begin
  while fifo_l2[k].count > 0 & fifo_l2[k].entry[0].kind = MARKER do
    Pop(fifo_l2[k], e);
    remote[e.sender].l2[k] := FLUSHED;
  end;
end;

function MayServe(c: cu): boolean;
begin
  alias e: fifo[c].entry[0] do
    if fifo[c].count = 0 then
      return false;
    elsif e.kind = WRITE | e.kind = ADDRESS then
      return MayWriteOn(c, e.at_line, e.at_word);
    elsif PointOf(e.what) = AT_MEMORY & COMPONENTS > 1 then
      return RoomL2(ComponentOf(c));
    end;
    return MayPerform(e.sender, e.what);
  end;
end;

-- Writes a word on, unless it is clean by now.
procedure WriteOn(c: cu; l: line; w: word);
var taken: fifo_type;
begin
  if l1[c][l].state[w] = DIRTY then
    TakeWrites(l1[c][l], fifo[c], l, w, taken);
    for i: 0 .. FIFO - 1 do
      if i < taken.count then
        WriteL2(ComponentOf(c), taken.entry[i].sender, l, w, taken.entry[i].data);
      end;
    end;
    if !Wanted(c, l) then
      DropClean(l1[c][l], w);
    end;
  end;
end;

-- Without combining: the store at the head alone.
procedure WriteFirstOn(c: cu; var e: entry_type);
begin
  WriteL2(ComponentOf(c), e.sender, e.at_line, e.at_word, e.data);
  if Writing(fifo[c], e.at_line, e.at_word) = 0 then
    l1[c][e.at_line].state[e.at_word] := CLEAN;
    if !Wanted(c, e.at_line) then
      DropClean(l1[c][e.at_line], e.at_word);
    end;
  end;
end;

ruleset c: cu do
  fair rule "L1 FIFO"
    MayServe(c)
  ==>
  var first: entry_type;
  begin
    first := fifo[c].entry[0];
    if (first.kind = WRITE | first.kind = ADDRESS) & COMBINE = 1 then
      WriteOn(c, first.at_line, first.at_word);
    end;
    Pop(fifo[c], first);
    if first.kind = WRITE then
      WriteFirstOn(c, first);
    elsif first.kind = ADDRESS then
      -- Written on, now or before.
    elsif PointOf(first.what) = AT_MEMORY & COMPONENTS > 1 then
      Push(fifo_l2[ComponentOf(c)], first);
      PassMarkersL2(ComponentOf(c));
    else
      Perform(first.sender, first.what, first.answer);
    end;
    PassMarkers(c);
    PassFencesOf(c);
  end;
end;

procedure WriteOnL2(k: component; l: line; w: word);
var taken: fifo_type;
begin
  if l2[k][l].state[w] = DIRTY then
    TakeWrites(l2[k][l], fifo_l2[k], l, w, taken);
    for i: 0 .. FIFO - 1 do
      if i < taken.count then
        WriteMemory(taken.entry[i].sender, l, w, taken.entry[i].data);
      end;
    end;
  end;
end;

ruleset k: component do
  fair rule "L2 FIFO"
    fifo_l2[k].count > 0 & !Locked(AT_MEMORY, k, fifo_l2[k].entry[0].at_line)
  ==>
  var first: entry_type;
  begin
    first := fifo_l2[k].entry[0];
    if (first.kind = WRITE | first.kind = ADDRESS) & COMBINE = 1 then
      WriteOnL2(k, first.at_line, first.at_word);
    end;
    Pop(fifo_l2[k], first);
    if first.kind = BEYOND then
      Perform(first.sender, first.what, first.answer);
    elsif first.kind = WRITE then
      WriteMemory(first.sender, first.at_line, first.at_word, first.data);
      if Writing(fifo_l2[k], first.at_line, first.at_word) = 0 then
        l2[k][first.at_line].state[first.at_word] := CLEAN;
      end;
    end;
    PassMarkersL2(k);
    for c: cu do
      if UsedCu(c) & ComponentOf(c) = k then PassFencesOf(c); end;
    end;
  end;
end;

-- ---- remote operations, step by step ----

-- rm_acq.1, rm_rel.1, rm_ar.1: a flush marker reaches an L1, and its FIFO's tail.
ruleset t: thread; c: cu do
  fair rule "marker"
    remote[t].phase = FLUSHING & remote[t].l1[c] = SENT & Room(c)
  ==>
  var e: entry_type;
  begin
    if BLOCK_AT_HEAD = 0 then
      Stall(c, remote[t].what);
    end;
    if INVALIDATE_FIRST = 2 & c = CuOf(t) & Kind(remote[t].what) != STORE then
      InvalidateOwn(c, PointOf(remote[t].what));
    end;
    e.kind := MARKER;
    e.sender := t;
    remote[t].l1[c] := QUEUED;
    Push(fifo[c], e);
    PassMarkers(c);
  end;
end;

-- The same for an L2, once all L1s above it have been flushed.
ruleset t: thread; k: component do
  fair rule "marker in the L2"
    remote[t].phase = FLUSHING & remote[t].l2[k] = SENT & RoomL2(k)
    & forall c: cu do ComponentOf(c) = k -> remote[t].l1[c] = FLUSHED end
  ==>
  var e: entry_type;
  begin
    e.kind := MARKER;
    e.sender := t;
    remote[t].l2[k] := QUEUED;
    Push(fifo_l2[k], e);
    PassMarkersL2(k);
  end;
end;

function Flushed(t: thread): boolean;
begin
  return (forall c: cu do remote[t].l1[c] = FLUSHED end)
       & forall k: component do remote[t].l2[k] = FLUSHED end;
end;

procedure EndRemote(t: thread);
begin
  undefine remote[t];
  remote[t].phase := NONE;
end;

-- The remote operation ends with its last invalidation.
procedure EndIfInvalidated(t: thread);
begin
  if (forall c: cu do !remote[t].drop_l1[c] end) & forall k: component do !remote[t].drop_l2[k] end then
    if Kind(remote[t].what) = STORE then
      waits[t] := false;
    end;
    EndRemote(t);
    PassFences(t);
  end;
end;

-- rm_rel.3, rm_ar.4: invalidations to all others within the scope.  What is in
-- no use any more needs none.
procedure SendInvalidations(t: thread);
begin
  alias o: remote[t].what do
    remote[t].phase := INVALIDATING;
    for c: cu do
      if Within(c, t, o) & c != CuOf(t) then
        remote[t].drop_l1[c] := stalled[c] != NOTHING | exists l: line do UsedLine(l) & Touched(c, l) end;
      end;
    end;
    for k: component do
      remote[t].drop_l2[k] := COMPONENTS > 1 & UsedComponent(k) & PointOf(o) = AT_MEMORY & k != ComponentOf(CuOf(t));
    end;
  end;
end;

-- The variant that invalidates before it operates.
ruleset t: thread do
  fair rule "invalidate first"
    INVALIDATE_FIRST = 1 & remote[t].phase = FLUSHING & Flushed(t) & Kind(remote[t].what) != STORE
  ==>
  begin
    InvalidateOwn(CuOf(t), PointOf(remote[t].what));
    remote[t].phase := READY;
  end;
end;

function MayOperate(t: thread): boolean;
begin
  return (remote[t].phase = READY
          | (remote[t].phase = FLUSHING & (INVALIDATE_FIRST != 1 | Kind(remote[t].what) = STORE)))
       & Flushed(t) & MayPerform(t, remote[t].what);
end;

-- rm_acq.2 and 3; rm_rel.2; rm_ar.2 and 3.  A remote RMW of any order is rm_ar.
ruleset t: thread do
  fair rule "operate"
    MayOperate(t)
  ==>
  var o: operation;
  var g: tag;
  var v: value;
  begin
    o := remote[t].what;
    if Kind(o) != STORE then
      g := remote[t].answer;
    end;
    Access(t, o, INVALIDATE_FIRST = 0 & Kind(o) != STORE, v);
    stalled[CuOf(t)] := NOTHING;
    if Kind(o) = LOAD then
      for c: cu do
        if Within(c, t, o) then stalled[c] := NOTHING; end;
      end;
      EndRemote(t);
    else
      SendInvalidations(t);
    end;
    if Kind(o) != STORE then
      waits[t] := false;
      Complete(t, g, v);
    end;
    if Kind(o) != LOAD then
      EndIfInvalidated(t);
    end;
    PassAllFences();
  end;
end;

ruleset t: thread; k: component do
  fair rule "L2 invalidation"
    remote[t].phase = INVALIDATING & remote[t].drop_l2[k]
  ==>
  begin
    InvalidateL2(k);
    remote[t].drop_l2[k] := false;
    EndIfInvalidated(t);
  end;
end;

ruleset t: thread; c: cu do
  fair rule "invalidation"
    remote[t].phase = INVALIDATING & remote[t].drop_l1[c] & !remote[t].drop_l2[ComponentOf(c)]
  ==>
  begin
    InvalidateL1(c);
    remote[t].drop_l1[c] := false;
    EndIfInvalidated(t);
    Resume(c);
  end;
end;

-- ---- evictions ----

ruleset c: cu; l: line; w: word do
  -- A dirty word is written on, whatever is before it in the FIFO.
  rule "evict a dirty word"
    EvictionsOn() & COMBINE = 1 & l1[c][l].state[w] = DIRTY & MayWriteOn(c, l, w)
  ==>
  begin
    WriteOn(c, l, w);
    DropClean(l1[c][l], w);
  end;
end;

ruleset k: component; l: line; w: word do
  rule "evict from the L2"
    EvictionsOn() & l2[k][l].state[w] = CLEAN
  ==>
  begin
    DropClean(l2[k][l], w);
  end;
end;

function Quiescent(): boolean;
begin
  return (forall c: cu do
            fifo[c].count = 0 & forall l: line do !fills[c][l].active end
          end)
       & (forall k: component do fifo_l2[k].count = 0 end)
       & forall t: thread do remote[t].phase = NONE & !waiting[t].active end;
end;

function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].state[w] != INVALID; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return true; end;
