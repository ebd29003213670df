-- SPDX-License-Identifier: BSD-2-Clause
-- QuickRelease: write-combining caches, each with a FIFO of the addresses that
-- may be dirty in it (S-FIFO), through which releases travel as markers.
--
-- A store's bytes go into the CU's write cache wL1 and its address to the tail
-- of the CU's S-FIFO, at once and without permission or answer.  An address at
-- the head of an S-FIFO is dequeued at any time; its dirty bytes then move to
-- the level below, which queues the address in its own S-FIFO.  The block that
-- wL1 evicts is dropped from the CU's read cache rL1; the one that the last
-- write cache of the GPU evicts, from rL2 and, by a broadcast, from every rL1.
-- A marker follows the addresses before it; when it leaves the last S-FIFO, and
-- the broadcasts are acknowledged, the release is complete.  An acquire
-- invalidates nothing.
--
-- A location is a word, and stands for a byte: each cache has a dirty flag for
-- every word of a line (the block), and a read cache a written bit for the line.
--
-- The move of a block down one level, with what it invalidates at that level,
-- is one step: until the bytes are below, the write cache may as well still
-- have them.  Broadcasts and fills travel for any time.  A marker at the head
-- goes on at once: to go later only adds to what it waits for.  The return of
-- an atomic's result, and the way of an access that its thread is blocked by,
-- are not modelled; nor is an invalidation sent to a CU that has nothing of
-- the line: it is acknowledged at once.
--
-- The CPU's cores are in order; their caches are write-back and coherent by a
-- bus.  Invalidations that a CPU store sends to the GPU are lazy: they need no
-- answer, and are only kept in order with data, from the directory to rL2 and
-- from there to each rL1.
--
-- machine: source: Hechtman et al., QuickRelease, section 3
-- machine: promises: hrf-indirect-relaxed drf-relaxed; every scope counts as the system
-- machine: invariants: coherence properties
-- machine: lowering: plain and relaxed loads and stores at the caches; an
--   acquire load waits for its thread's release stores to be in memory and
--   reads there; a release waits for its thread's earlier loads and atomics,
--   then for a marker to pass all S-FIFOs, then is an ordinary store; atomics
--   at the directory.  An acquire fence waits for earlier loads; a release
--   fence for a marker.  The barrier is f[ar], the end of a kernel f[rel], its
--   beginning f[acq].  Remote orders as plain ones.
-- machine: variant one-level: LEVELS=1, wL1 over memory (Figure 1)
-- machine: variant three-level: LEVELS=3, with a wL3 on the side of the memory
-- machine: variant combined: COMBINED=1, reads and writes share one cache a level
-- machine: variant duplicates: DUPLICATES=1, addresses stay queued without their block
-- machine: variant steps: STEPS=1, a request of a blocked thread takes its steps
-- machine: variant cpu-first: CPU=1, the first agent is the CPU and not the others
-- machine: variant printed: BARE_ACQUIRE=1, a load acquire is an ordinary load
-- machine: variant no-acks: ACKS=0, releases do not wait for invalidations
-- machine: variant head-acks: ACKS=1, they do for those of evictions at the head alone
-- machine: variant one-level-own-acks: LEVELS=1 ACKS=2, for those of their own S-FIFO
-- machine: variant split-fifo: SPLIT_FIFO=1, an S-FIFO for each wavefront
-- machine: variant scoped: SCOPED=1, work-group synchronisation stays in the L1
-- machine: variant scoped-split-fifo: SCOPED=1 SPLIT_FIFO=1
-- machine: values LEVELS: 1..3
-- machine: values ACKS: 0..3
-- machine: values COMBINED SPLIT_FIFO SCOPED BARE_ACQUIRE DUPLICATES STEPS CPU: 0..1
-- machine: values DEPTH: 1..16
-- machine: values MISSES: 1..8

-- show: lane "L2" of w2, r2, f2, lazy2
-- show: lane "L3" of w3, f3
-- show: lane "memory" of memory, modifier
-- show: ghost overwritten
-- show: channel f1 from cu to "L2" as "{kind} {at} {owner}"
-- show: channel f2 from "L2" to "L3" as "{kind} {at} {owner}"
-- show: channel f3 from "L3" to "memory" as "{kind} {at} {owner}"
-- show: channel misses from "L2" to cu as "fill {line} {state} {data}"

const
  LEVELS: 2;        -- of write caches: wL1, wL2, wL3
  COMBINED: 0;      -- 1: one cache for reads and writes, without a written bit
  SPLIT_FIFO: 0;    -- 1: an S-FIFO for each wavefront, at every level
  SCOPED: 0;        -- 1: work-group synchronisation in the L1, without markers
  BARE_ACQUIRE: 0;  -- 1: a load acquire is an ordinary load that its thread waits for
  ACKS: 3;          -- a marker leaves the last S-FIFO of the GPU while these are
                    -- acknowledged: 0 none, 1 those of evictions at the head, 2 of its
                    -- own S-FIFO's evictions, 3 all that are owed to the level
  DUPLICATES: 0;    -- 1: an address is queued by every store, and stays when the
                    -- block is evicted otherwise
  STEPS: 0;         -- 1: a request of a blocked thread takes its steps too
  DEPTH: 6;         -- of an S-FIFO
  FIFO_DEPTH: DEPTH;

include "../lib/parts/cpus.m"
include "../lib/parts/fences.m"
include "../lib/parts/misses.m"

type
  place_type: enum { IN_MEMORY, IN_L1, IN_L2, IN_L3 };
  entry_kind: enum { ADDRESS, MARKER, ATOMIC };  -- ATOMIC: a write marker
  entry_type: record
    kind: entry_kind;
    at: line;         -- of an ADDRESS
    owner: thread;    -- whose: of a marker, and of each where wavefronts have their own
    answer: tag;      -- of an ATOMIC
  end;
  write_block: record
    dirty: array [word] of boolean;
    data: array [word] of value;
    who: array [word] of thread;    -- who stored it: for what observes the machine
  end;
  read_block: record
    valid: boolean;
    written: boolean;  -- newer bytes are in the write cache beside it
    data: array [word] of value;
  end;
  miss_type: record
    state: miss_state;
    installs: boolean;              -- no invalidation came since it was sent
    behind: array [line] of boolean; -- CPU invalidations that the answer is behind
    data: array [word] of value;
  end;
  invalidation_type: record
    owed: boolean;                  -- of an eviction or atomic: to be acknowledged
    waits: array [cu] of boolean;   -- whose markers wait for it, where not all do
    lazy: boolean;                  -- of a CPU's store
  end;
  cpu_state: enum { INVALID, SHARED, MODIFIED };

include "../lib/parts/fifo.m"
include "../lib/parts/latest.m"

var
  w1: array [cu] of array [line] of write_block;
  w2: array [line] of write_block;
  w3: array [line] of write_block;
  f1: array [cu] of fifo_type;
  f2: fifo_type;
  f3: fifo_type;
  r1: array [cu] of array [line] of read_block;
  r2: array [line] of read_block;
  misses: array [cu] of array [line] of array [miss] of miss_type;
  invalidations: array [cu] of array [line] of invalidation_type;
  lazy2: array [line] of boolean;     -- a CPU's invalidation on its way to rL2
  waiting: array [thread] of array [tag] of waiting_type;  -- loads that wait for a fill, atomics under way
  reads: array [thread] of 0 .. TAGS; -- loads and atomics whose value is not bound
  releasing: array [thread] of record      -- a release whose marker is on its way
    active: boolean;
    what: operation;
    answer: tag;
  end;
  synced: array [thread] of record    -- the last release store: the level that has it
    place: place_type;
    at: line;
  end;
  cpus: array [cu] of array [line] of record
    state: cpu_state;
    data: array [word] of value;
  end;
  modifier: array [line] of cu;     -- whose copy is MODIFIED, if one is
  -- By the value of a store that was overwritten in a write cache and has no place in the order yet.
  overwritten: array [line] of array [word] of array [named] of record
    new: named;   -- of the store that is to be performed in the end
    who: thread;
  end;

procedure CleanBlock(var b: write_block);
begin
  undefine b;
  for w: word do
    b.dirty[w] := false;
  end;
end;

procedure DropBlock(var b: read_block);
begin
  undefine b;
  b.valid := false;
end;

procedure FreeMiss(var m: miss_type);
begin
  undefine m;
  m.state := FREE;
end;

procedure SettleInvalidation(var i: invalidation_type);
begin
  undefine i;
  i.owed := false;
  i.lazy := false;
end;

procedure MachineStart();
begin
  LatestStart();
  for l: line do
    undefine modifier[l];
    CleanBlock(w2[l]);
    CleanBlock(w3[l]);
    DropBlock(r2[l]);
    lazy2[l] := false;
    for c: cu do
      CleanBlock(w1[c][l]);
      DropBlock(r1[c][l]);
      for m: miss do
        FreeMiss(misses[c][l][m]);
      end;
      SettleInvalidation(invalidations[c][l]);
      cpus[c][l].state := INVALID;
    end;
  end;
  for c: cu do
    f1[c].count := 0;
  end;
  f2.count := 0;
  f3.count := 0;
  for t: thread do
    reads[t] := 0;
    releasing[t].active := false;
    synced[t].place := IN_MEMORY;
  end;
  NobodyWaits();
end;

-- ---- who is what ----

function HasCpus(): boolean;
begin
  return exists c: cu do UsedCu(c) & IsCpu(c) end;
end;

-- What waits for a marker.  An acquire fence does too: what its thread's relaxed
-- loads have read may not be in memory yet.
function SendsMarker(o: operation): boolean;
begin
  return !IsLocal(o) & (Releases(o) | Kind(o) = FENCE);
end;

-- Synchronisation that stays in the L1.
function IsLocal(o: operation): boolean;
begin
  return SCOPED = 1 & !AtLeast(Scope(o), COMPONENT);
end;

-- ---- S-FIFOs ----

procedure Remove(var f: fifo_type; i: 0 .. DEPTH - 1);
begin
  for j: 0 .. DEPTH - 1 do
    if j > i then
      f.entry[j - 1] := f.entry[j];
    end;
  end;
  undefine f.entry[DEPTH - 1];
  f.count := f.count - 1;
end;

-- Whether entry i is at the head of its S-FIFO.
function IsHead(var f: fifo_type; i: 0 .. DEPTH - 1): boolean;
begin
  return i < f.count
       & forall j: 0 .. DEPTH - 1 do
           j < i -> (SPLIT_FIFO = 1 & f.entry[j].owner != f.entry[i].owner)
         end;
end;

function Queued(var f: fifo_type; l: line; t: thread): boolean;
begin
  return exists i: 0 .. DEPTH - 1 do
           i < f.count & f.entry[i].kind = ADDRESS & f.entry[i].at = l
           & (SPLIT_FIFO = 1 -> f.entry[i].owner = t)
         end;
end;

procedure PushAddress(var f: fifo_type; l: line; t: thread);
var e: entry_type;
begin
  if DUPLICATES = 1 | !Queued(f, l, t) then
    e.kind := ADDRESS;
    e.at := l;
    if SPLIT_FIFO = 1 then
      e.owner := t;
    end;
    Push(f, e);
  end;
end;

-- The block of entry i is to leave the write cache beside f; its address goes with it, unless
-- it goes with the block.
procedure TakeAddress(var f: fifo_type; i: 0 .. DEPTH - 1; var l: line);
begin
  l := f.entry[i].at;
  if DUPLICATES = 1 then
    Remove(f, i);
  end;
end;

-- The block has left the write cache beside f: its addresses do nothing more.
procedure ForgetAddress(var f: fifo_type; l: line);
var i: 0 .. DEPTH;
begin
  if DUPLICATES = 0 then
    i := 0;
    while i < f.count do
      if f.entry[i].kind = ADDRESS & f.entry[i].at = l then
        Remove(f, i);
      else
        i := i + 1;
      end;
    end;
  end;
end;

-- Releases that are held on the CU have room kept for what follows the marker.
function Room1(c: cu): boolean;
var n: 0 .. DEPTH + THREADS;
begin
  n := f1[c].count;
  for t: thread do
    if releasing[t].active & CuOf(t) = c then
      n := n + 1;
    end;
  end;
  return n < DEPTH;
end;

-- Room in the S-FIFO of the level below the L1: for a block of several wavefronts.
function Room2(): boolean;
begin
  return LEVELS = 1 | f2.count + (SPLIT_FIFO = 1 ? WORDS : 1) <= DEPTH;
end;

function Room3(): boolean;
begin
  return LEVELS < 3 | f3.count + (SPLIT_FIFO = 1 ? WORDS : 1) <= DEPTH;
end;

-- ---- write caches ----

function IsDirty(var b: write_block): boolean;
begin
  return exists w: word do b.dirty[w] end;
end;

-- Every word of the line that the test has.
function IsFull(var b: write_block; l: line): boolean;
begin
  return forall w: word do UsedWord(l, w) -> b.dirty[w] end;
end;

-- A store that is overwritten in a write cache takes its place in the order right before the one
-- that overwrites it, when that takes its own.  Where values do not name stores, it takes it as it is
-- overwritten: nobody asks then what was between the two.
function WentBefore(l: line; w: word; u: named; v: value): boolean;
begin
  return isundefined(overwritten[l][w][u].new) ? false : overwritten[l][w][u].new = v;
end;

procedure Overwrite(t: thread; l: line; w: word; old, v: value);
begin
  if NAMED = 0 then
    StoreInOrder(t, l, w, old);
  else
    for u: named do
      if WentBefore(l, w, u, old) then overwritten[l][w][u].new := v; end;
    end;
    overwritten[l][w][old].new := v;
    overwritten[l][w][old].who := t;
  end;
end;

procedure PutWord(var b: write_block; l: line; w: word; v: value; t: thread);
begin
  if b.dirty[w] then Overwrite(b.who[w], l, w, b.data[w], v); end;
  b.dirty[w] := true;
  b.data[w] := v;
  b.who[w] := t;
end;

-- ---- the CPU's caches ----

-- The line as the directory finds it, a modified copy written back.
procedure Probe(l: line);
begin
  if !isundefined(modifier[l]) then
    memory[l] := cpus[modifier[l]][l].data;
    cpus[modifier[l]][l].state := SHARED;
    undefine modifier[l];
  end;
end;

procedure InvalidateCpus(l: line);
begin
  Probe(l);
  for c: cu do
    undefine cpus[c][l].data;
    cpus[c][l].state := INVALID;
  end;
end;

-- The stores that this one overwrote have been issued before it in the order of their values.
procedure Perform(t: thread; l: line; w: word; v: value);
begin
  if NAMED = 1 then
    for u: named do
      if WentBefore(l, w, u, v) then
        StoreInOrder(overwritten[l][w][u].who, l, w, u);
        undefine overwritten[l][w][u];
      end;
    end;
  end;
  memory[l][w] := v;
  StoreInOrder(t, l, w, v);
end;

-- ---- read caches ----

procedure DropCopy(c: cu; l: line);
begin
  DropBlock(r1[c][l]);
  StopFills(c, l);
end;

function HasCopy(c: cu; l: line): boolean;
begin
  return r1[c][l].valid
       | exists m: miss do misses[c][l][m].state = ANSWERED & misses[c][l][m].installs end;
end;

-- The broadcast: source is the CU whose S-FIFO or atomic it is of.
procedure Broadcast(l: line; source: cu; head: boolean);
begin
  for c: cu do
    if HasCopy(c, l) then
      alias i: invalidations[c][l] do
        if ACKS = 1 | ACKS = 2 then
          for d: cu do
            i.waits[d] := (i.owed ? i.waits[d] : false)
              | (ACKS = 1 ? head : (LEVELS > 1 | d = source));
          end;
        end;
        i.owed := true;
      end;
    end;
  end;
end;

-- A CPU's invalidation arrives at a CU, and lets what was behind it go.  When all that
-- arrive in a step have, whatever their order, what is left of fills is dropped.
procedure ApplyLazy(c: cu; l: line);
begin
  invalidations[c][l].lazy := false;
  DropBlock(r1[c][l]);
  StopInstalling(c, l);
  for k: line do
    for m: miss do
      if misses[c][k][m].state = ANSWERED then
        misses[c][k][m].behind[l] := false;
      end;
    end;
  end;
end;

procedure DropIdleFillsOf(c: cu);
begin
  for l: line do DropIdleFills(c, l); end;
end;

-- It arrives at rL2, and goes on to each rL1.
procedure ApplyLazy2(l: line);
begin
  lazy2[l] := false;
  DropBlock(r2[l]);
  for c: cu do
    if HasCopy(c, l) then
      invalidations[c][l].lazy := true;
    end;
  end;
end;

-- Data from the directory reaches rL2 behind the invalidations.
procedure DataFromDirectory();
begin
  for l: line do
    if lazy2[l] then
      ApplyLazy2(l);
    end;
  end;
end;

-- ---- evictions of dirty blocks ----

procedure MoveSynced(t: thread; l: line; a: place_type; b: place_type);
begin
  if synced[t].place = a then
    if synced[t].at = l then
      synced[t].place := b;
      if b = IN_MEMORY then
        undefine synced[t].at;
      end;
    end;
  end;
end;

-- A block reaches memory: the CPUs are invalidated first.
procedure ToMemory(var b: write_block; l: line);
begin
  InvalidateCpus(l);
  for w: word do
    if b.dirty[w] then
      Perform(b.who[w], l, w, b.data[w]);
    end;
  end;
  CleanBlock(b);
end;

procedure Evict3(l: line);
begin
  ToMemory(w3[l], l);
  ForgetAddress(f3, l);
  for t: thread do
    MoveSynced(t, l, IN_L3, IN_MEMORY);
  end;
end;

procedure Evict2(l: line; head: boolean; source: cu);
begin
  if LEVELS = 3 then
    for w: word do
      if w2[l].dirty[w] then
        PutWord(w3[l], l, w, w2[l].data[w], w2[l].who[w]);
        PushAddress(f3, l, w2[l].who[w]);
      end;
    end;
    CleanBlock(w2[l]);
  else
    ToMemory(w2[l], l);
  end;
  ForgetAddress(f2, l);
  DropBlock(r2[l]);
  Broadcast(l, source, head);
  for t: thread do
    MoveSynced(t, l, IN_L2, LEVELS = 3 ? IN_L3 : IN_MEMORY);
  end;
end;

procedure Evict1(c: cu; l: line; head: boolean);
begin
  DropCopy(c, l);
  if LEVELS = 1 then
    ToMemory(w1[c][l], l);
    Broadcast(l, c, head);
  else
    for w: word do
      if w1[c][l].dirty[w] then
        PutWord(w2[l], l, w, w1[c][l].data[w], w1[c][l].who[w]);
        PushAddress(f2, l, w1[c][l].who[w]);
      end;
    end;
    CleanBlock(w1[c][l]);
    if r2[l].valid then
      r2[l].written := true;
    end;
  end;
  ForgetAddress(f1[c], l);
  for t: thread do
    if CuOf(t) = c then
      MoveSynced(t, l, IN_L1, LEVELS = 1 ? IN_MEMORY : IN_L2);
    end;
  end;
end;

-- Nothing of the line is under way before it (see Asked), and each level has room for what comes
-- from the one above it.
function MayFlushPath(c: cu; l: line): boolean;
begin
  return (IsDirty(w1[c][l]) -> Room2()) & Room3() & !Asked(c, l);
end;

-- The dirty bytes of the block on the CU's way to the directory go there.
procedure FlushPath(c: cu; l: line);
begin
  if IsDirty(w1[c][l]) then
    Evict1(c, l, false);
  end;
  if IsDirty(w2[l]) then
    Evict2(l, false, c);
  end;
  if IsDirty(w3[l]) then
    Evict3(l);
  end;
end;

-- ---- accesses at the directory ----

-- The answer reaches the CU behind the CPUs' invalidations.
procedure AnswerFromDirectory(c: cu);
begin
  DataFromDirectory();
  for l: line do
    if invalidations[c][l].lazy then
      ApplyLazy(c, l);
    end;
  end;
  DropIdleFillsOf(c);
end;

procedure LoadAtDirectory(t: thread; o: operation; g: tag);
var v: value;
begin
  alias c: CuOf(t); l: LineOf(o) do
    FlushPath(c, l);
    Probe(l);
    v := memory[l][WordOf(o)];
    AnswerFromDirectory(c);
    DropCopy(c, l);
  end;
  Complete(t, g, v);
end;

procedure AtomicAtDirectory(t: thread; o: operation; g: tag);
var v: value;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    FlushPath(c, l);
    InvalidateCpus(l);
    v := memory[l][w];
    if Writes(o, v) then
      Perform(t, l, w, Result(o, v));
    end;
    AnswerFromDirectory(c);
    DropCopy(c, l);
    DropBlock(r2[l]);
    if Writes(o, v) then
      Broadcast(l, c, false);
    end;
  end;
  Complete(t, g, v);
end;

-- ---- markers ----

procedure StoreInL1(t: thread; o: operation);
begin
  alias c: CuOf(t); l: LineOf(o) do
    PutWord(w1[c][l], l, WordOf(o), Stored(o), t);
    if r1[c][l].valid then
      r1[c][l].written := true;
    end;
    PushAddress(f1[c], l, t);
    if Releases(o) & !IsLocal(o) then
      synced[t].place := IN_L1;
      synced[t].at := l;
    end;
  end;
end;

procedure StartAtomic(t: thread; o: operation; g: tag);
var e: entry_type;
begin
  -- With its thread blocked it may as well be issued as late as it is performed.
  if STEPS = 0 & (Acquires(o) | !HasNext(t, false)) & MayFlushPath(CuOf(t), LineOf(o)) then
    AtomicAtDirectory(t, o, g);
  else
    StartWaiting(t, g, o);
    reads[t] := reads[t] + 1;
    e.kind := ATOMIC;
    e.owner := t;
    e.answer := g;
    Push(f1[CuOf(t)], e);
  end;
end;

-- Whether a store of t that nothing has overwritten is above memory.
function HasStores(t: thread): boolean;
begin
  return exists l: line do exists w: word do
           (w2[l].dirty[w] & w2[l].who[w] = t) | (w3[l].dirty[w] & w3[l].who[w] = t)
           | (w1[CuOf(t)][l].dirty[w] & w1[CuOf(t)][l].who[w] = t)
         end end;
end;

-- The release of t is complete.
procedure Resume(t: thread);
var o: operation;
var g: tag;
begin
  assert "a marker leaves the last S-FIFO behind every store of its wavefront" !HasStores(t);
  o := releasing[t].what;
  if Kind(o) = RMW then
    g := releasing[t].answer;
  end;
  undefine releasing[t];
  releasing[t].active := false;
  if Kind(o) = STORE then
    StoreInL1(t, o);
  elsif Kind(o) = RMW then
    StartAtomic(t, o, g);
  end;
end;

-- Whether a marker of t may leave the S-FIFO of the level that broadcasts.
function Acknowledged(t: thread): boolean;
begin
  return forall c: cu do forall l: line do
           invalidations[c][l].owed ->
             (ACKS = 0 | (ACKS < 3 & !invalidations[c][l].waits[CuOf(t)]))
         end end;
end;

function IsMarker(var f: fifo_type; i: 0 .. DEPTH - 1): boolean;
begin
  return i < f.count & f.entry[i].kind = MARKER & IsHead(f, i);
end;

function MayPass1(c: cu; i: 0 .. DEPTH - 1): boolean;
begin
  return IsMarker(f1[c], i) & (LEVELS = 1 ? Acknowledged(f1[c].entry[i].owner) : f2.count < DEPTH);
end;

function MayPass2(i: 0 .. DEPTH - 1): boolean;
begin
  return IsMarker(f2, i) & Acknowledged(f2.entry[i].owner) & (LEVELS = 3 -> f3.count < DEPTH);
end;

procedure Pass1(c: cu; i: 0 .. DEPTH - 1);
var e: entry_type;
begin
  e := f1[c].entry[i];
  Remove(f1[c], i);
  if LEVELS = 1 then
    Resume(e.owner);
  else
    Push(f2, e);
  end;
end;

-- Passes one marker on from its S-FIFO, if any may go.  Where several CUs have
-- one that may, it is for a rule to say whose is first ("marker goes first").
function PassOne(): boolean;
var e: entry_type;
begin
  for i: 0 .. DEPTH - 1 do
    if LEVELS = 3 & IsMarker(f3, i) then
      e := f3.entry[i];
      Remove(f3, i);
      Resume(e.owner);
      return true;
    end;
    if MayPass2(i) then
      e := f2.entry[i];
      Remove(f2, i);
      if LEVELS = 3 then
        Push(f3, e);
      else
        Resume(e.owner);
      end;
      return true;
    end;
    for c: cu do
      if UsedCu(c) & MayPass1(c, i)
         & (forall d: cu do UsedCu(d) & MayPass1(d, i) -> d = c end) then
        Pass1(c, i);
        return true;
      end;
    end;
  end;
  return false;
end;

function AnyPasses(): boolean;
begin
  return exists i: 0 .. DEPTH - 1 do
           (LEVELS = 3 & IsMarker(f3, i)) | MayPass2(i)
           | exists c: cu do
               UsedCu(c) & MayPass1(c, i)
               & (forall d: cu do UsedCu(d) & MayPass1(d, i) -> d = c end)
             end
         end;
end;

procedure Settle();
begin
  while AnyPasses() do
    if PassOne() then end;
  end;
end;

-- At the end of every rule.
procedure SettleAll();
begin
  Settle();
  PassAllFences();
end;

-- ---- loads ----

function MayStartMiss(c: cu; l: line): boolean;
begin
  return true;
end;

-- A fill may have CPU invalidations before it.
function ComesAtOnce(c: cu; l: line; m: miss): boolean;
begin
  return STEPS = 0 & !(misses[c][l][m].installs & Wanted(c, l))
       & !exists k: line do misses[c][l][m].behind[k] end;
end;

function HasFreeMiss(c: cu; l: line): boolean;
begin
  return exists m: miss do misses[c][l][m].state = FREE end;
end;

-- The L2 answers: from wL2 where it has the whole block, else from below.
procedure ServeMiss(c: cu; l: line; m: miss);
begin
  if LEVELS > 1 & IsDirty(w2[l]) & !IsFull(w2[l], l) then
    Evict2(l, false, c);
  end;
  alias it: misses[c][l][m] do
    if LEVELS > 1 & IsFull(w2[l], l) then
      it.data := w2[l].data;
    elsif LEVELS > 1 & r2[l].valid then
      it.data := r2[l].data;
    else
      if LEVELS = 3 & IsDirty(w3[l]) & !IsFull(w3[l], l) then
        Evict3(l);
      end;
      DataFromDirectory();
      if LEVELS = 3 & IsFull(w3[l], l) then
        it.data := w3[l].data;
      else
        Probe(l);
        it.data := memory[l];
      end;
      if LEVELS > 1 & HasCpus() then
        r2[l].valid := true;
        r2[l].written := false;
        r2[l].data := it.data;
      end;
    end;
    it.state := ANSWERED;
    for k: line do
      it.behind[k] := invalidations[c][k].lazy;
    end;
  end;
end;

-- Whether Serve has room for what it may evict.
function MayServe(l: line): boolean;
begin
  return Room3() | !IsDirty(w2[l]);
end;

-- The way from a CU to the L2 keeps the order of what concerns one line: nothing
-- of the line overtakes a request that is on it.
function Asked(c: cu; l: line): boolean;
begin
  return exists m: miss do misses[c][l][m].state = ASKED end;
end;

-- The same for a miss: an older one that will not install.
function Overtakes(c: cu; l: line; m: miss): boolean;
begin
  return misses[c][l][m].installs
       & exists n: miss do misses[c][l][n].state = ASKED & !misses[c][l][n].installs end;
end;

function MayEvict1(c: cu; l: line): boolean;
begin
  return Room2() & !Asked(c, l);
end;

procedure Filled(t: thread; g: tag; o: operation; v: value);
begin
  reads[t] := reads[t] - 1;
  Complete(t, g, v);
end;

procedure Fill(c: cu; l: line; m: miss);
begin
  for k: line do
    if misses[c][l][m].behind[k] then
      ApplyLazy(c, k);
    end;
  end;
  if misses[c][l][m].installs & Wanted(c, l) then
    r1[c][l].valid := true;
    r1[c][l].written := IsDirty(w1[c][l]);
    r1[c][l].data := misses[c][l][m].data;
  end;
  Deliver(c, l, m);
  FreeMiss(misses[c][l][m]);
  DropIdleFillsOf(c);
end;

-- A load that the caches of the CU serve: from rL1, or from wL1.
function ReadsCopy(c: cu; l: line; w: word): boolean;
begin
  return r1[c][l].valid & (COMBINED = 1 ? !w1[c][l].dirty[w] : !r1[c][l].written);
end;

function Hits(c: cu; l: line; w: word): boolean;
begin
  return ReadsCopy(c, l, w) | w1[c][l].dirty[w];
end;

function HitValue(c: cu; l: line; w: word): value;
begin
  if ReadsCopy(c, l, w) then
    return r1[c][l].data[w];
  end;
  return w1[c][l].data[w];
end;

procedure Load(t: thread; o: operation; g: tag);
var m: 0 .. MISSES;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Hits(c, l, w) then
      Complete(t, g, HitValue(c, l, w));
    else
      if IsDirty(w1[c][l]) then
        Evict1(c, l, false);
      end;
      m := Joins(c, l);
      StartWaiting(t, g, o);
      waiting[t][g].fill := m;
      reads[t] := reads[t] + 1;
      if misses[c][l][m].state = FREE then
        misses[c][l][m].state := ASKED;
        misses[c][l][m].installs := true;
        -- Its thread is blocked, so it may as well be issued as late as it is
        -- served, and delivered at once.
        if STEPS = 0 & !HasNext(t, false) & MayServe(l) & !Overtakes(c, l, m) then
          ServeMiss(c, l, m);
          Fill(c, l, m);
        end;
      end;
    end;
  end;
end;

-- ---- the CPU ----

procedure CpuFetch(c: cu; l: line);
begin
  if cpus[c][l].state = INVALID then
    Probe(l);
    cpus[c][l].state := SHARED;
    cpus[c][l].data := memory[l];
  end;
end;

procedure CpuStore(t: thread; l: line; w: word; v: value);
begin
  alias c: CuOf(t) do
    CpuFetch(c, l);
    for d: cu do
      if d != c then
        undefine cpus[d][l].data;
        cpus[d][l].state := INVALID;
      end;
    end;
    cpus[c][l].state := MODIFIED;
    modifier[l] := c;
    cpus[c][l].data[w] := v;
    StoreInOrder(t, l, w, v);
    if r2[l].valid | exists d: cu do HasCopy(d, l) end then
      lazy2[l] := true;
    end;
  end;
end;

procedure CpuIssue(t: thread; o: operation; g: tag);
var v: value;
begin
  if Kind(o) != FENCE then
    alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
      if Kind(o) = STORE then
        CpuStore(t, l, w, Stored(o));
      else
        CpuFetch(c, l);
        v := cpus[c][l].data[w];
        if Kind(o) = RMW & Writes(o, v) then
          CpuStore(t, l, w, Result(o, v));
        end;
        Complete(t, g, v);
      end;
    end;
  end;
end;

-- ---- issue ----

-- An acquire that waits for a fill.
function AcquirePending(t: thread): boolean;
begin
  return exists g: tag do waiting[t][g].active & Acquires(waiting[t][g].what) end;
end;

-- Whether the CU, or the L2, has stores that are not in memory.
function Outstanding(c: cu): boolean;
begin
  return f1[c].count > 0 | f2.count > 0 | f3.count > 0;
end;

function AtDirectory(o: operation): boolean;
begin
  return Acquires(o) & BARE_ACQUIRE = 0 & !IsLocal(o);
end;

function GpuAccepts(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t) do
    if releasing[t].active | AcquirePending(t) | (Releases(o) & reads[t] > 0) then
      return false;
    end;
    if SendsMarker(o) & !Room1(c) then
      return false;
    end;
    if Kind(o) = FENCE then
      return reads[t] = 0;
    end;
    if BARE_ACQUIRE = 0 & Acquires(o) & synced[t].place != IN_MEMORY then
      return false;
    end;
    -- With stores of other wavefronts that were released to the L1 alone.
    if SCOPED = 1 & Order(o) = SEQ_CST & !IsLocal(o) & Outstanding(c) then
      return false;
    end;
    alias l: LineOf(o); w: WordOf(o) do
      if WaitsForFill(t, l, w) then
        return false;
      end;
      switch Kind(o)
      case STORE, RMW:
        return Room1(c);
      case LOAD:
        return AtDirectory(o) ? MayFlushPath(c, l)
             -- An eviction that the load causes stops the fill that it might join.
             : Hits(c, l, w)
               | (IsDirty(w1[c][l]) ? MayEvict1(c, l) & HasFreeMiss(c, l) : Joins(c, l) < MISSES);
      case FENCE:
        return true;
      end;
    end;
  end;
end;

procedure GpuIssue(t: thread; o: operation; g: tag);
var e: entry_type;
begin
  if SendsMarker(o) then
    releasing[t].active := true;
    releasing[t].what := o;
    if Kind(o) = RMW then              -- nothing else has an answer when it resumes
      releasing[t].answer := g;
    end;
    e.kind := MARKER;
    e.owner := t;
    Push(f1[CuOf(t)], e);
    Settle();
  elsif Kind(o) = STORE then
    StoreInL1(t, o);
  elsif Kind(o) = RMW then
    StartAtomic(t, o, g);
  elsif Kind(o) = LOAD & AtDirectory(o) then
    LoadAtDirectory(t, o, g);
  elsif Kind(o) = LOAD then
    Load(t, o, g);
  end;
end;

include "../lib/parts/cpu-issue.m"

procedure ForgetCopies(c: cu; l: line);
begin
  DropBlock(r1[c][l]);
  DropIdleFills(c, l);
  if cpus[c][l].state = SHARED then
    undefine cpus[c][l].data;
    cpus[c][l].state := INVALID;
  end;
end;

include "../lib/parts/unwanted.m"

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  if !Wanted(c, l) then
    return false;
  end;
  if IsCpu(c) then
    return cpus[c][l].state = INVALID;
  end;
  return !r1[c][l].valid & !IsDirty(w1[c][l]) & MayServe(l) & !Asked(c, l) & MissesAfresh(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  if IsCpu(c) then
    CpuFetch(c, l);
  else
    MissAtOnce(c, l);
  end;
end;

-- ---- rules ----

ruleset c: cu; i: 0 .. DEPTH - 1 do
  fair rule "wL1 dequeues"
    IsHead(f1[c], i) & f1[c].entry[i].kind = ADDRESS & MayEvict1(c, f1[c].entry[i].at)
  ==>
  var l: line;
  begin
    TakeAddress(f1[c], i, l);
    if IsDirty(w1[c][l]) then
      Evict1(c, l, true);
    end;
    SettleAll();
  end;
end;

ruleset i: 0 .. DEPTH - 1 do
  fair rule "wL2 dequeues"
    IsHead(f2, i) & f2.entry[i].kind = ADDRESS & Room3()
  ==>
  var l: line;
  var source: cu;  -- no use is made of it, undefined as it is
  begin
    TakeAddress(f2, i, l);
    if IsDirty(w2[l]) then
      Evict2(l, true, source);
    end;
    SettleAll();
  end;

  fair rule "wL3 dequeues"
    IsHead(f3, i) & f3.entry[i].kind = ADDRESS
  ==>
  var l: line;
  begin
    TakeAddress(f3, i, l);
    if IsDirty(w3[l]) then
      Evict3(l);
    end;
    SettleAll();
  end;
end;

ruleset c: cu; i: 0 .. DEPTH - 1 do
  rule "marker goes first"
    UsedCu(c) & MayPass1(c, i)
    & (exists d: cu do UsedCu(d) & MayPass1(d, i) & d != c end)
  ==>
    Pass1(c, i);
    SettleAll();
  end;
end;

fair rule "marker passes"
  AnyPasses()
==>
begin
  SettleAll();
end;

ruleset t: thread; g: tag do
  fair rule "directory performs atomic"
    waiting[t][g].active & Kind(waiting[t][g].what) = RMW
    & MayFlushPath(CuOf(t), LineOf(waiting[t][g].what))
  ==>
  var o: operation;
  begin
    o := waiting[t][g].what;
    StopWaiting(t, g);
    reads[t] := reads[t] - 1;
    for i: 0 .. DEPTH - 1 do
      alias f: f1[CuOf(t)] do
        if i < f.count & f.entry[i].kind = ATOMIC & f.entry[i].owner = t & f.entry[i].answer = g then
          Remove(f, i);
        end;
      end;
    end;
    AtomicAtDirectory(t, o, g);
    SettleAll();
  end;
end;

ruleset c: cu; l: line; m: miss do
  fair rule "L2 serves"
    misses[c][l][m].state = ASKED & MayServe(l) & !Overtakes(c, l, m)
  ==>
  begin
    ServeMiss(c, l, m);
    SettleAll();
  end;

  fair rule "fill"
    misses[c][l][m].state = ANSWERED
  ==>
  begin
    Fill(c, l, m);
    SettleAll();
  end;
end;

ruleset c: cu; l: line do
  fair rule "invalidate rL1"
    invalidations[c][l].owed
  ==>
  var lazy: boolean;
  begin
    lazy := invalidations[c][l].lazy;
    DropCopy(c, l);
    SettleInvalidation(invalidations[c][l]);
    invalidations[c][l].lazy := lazy;
    SettleAll();
  end;

  fair rule "invalidate rL1 for CPU"
    invalidations[c][l].lazy
  ==>
  begin
    ApplyLazy(c, l);
    DropIdleFillsOf(c);
    SettleAll();
  end;

  rule "evict from rL1"
    EvictionsOn() & r1[c][l].valid
  ==>
  begin
    DropBlock(r1[c][l]);
  end;

  rule "evict from wL1"
    EvictionsOn() & IsDirty(w1[c][l]) & MayEvict1(c, l)
  ==>
  begin
    Evict1(c, l, false);
    SettleAll();
  end;
end;

ruleset l: line do
  fair rule "invalidate rL2 for CPU"
    lazy2[l]
  ==>
  begin
    ApplyLazy2(l);
    SettleAll();
  end;

  rule "evict from rL2"
    EvictionsOn() & r2[l].valid
  ==>
  begin
    DropBlock(r2[l]);
  end;

  rule "evict from wL2"
    EvictionsOn() & IsDirty(w2[l]) & Room3()
  ==>
  var source: cu;  -- no use is made of it, undefined as it is
  begin
    Evict2(l, false, source);
    SettleAll();
  end;
end;

-- ---- what the driver asks ----

function Quiescent(): boolean;
begin
  return f2.count = 0 & f3.count = 0
       & forall c: cu do
           f1[c].count = 0
           & forall l: line do
               !invalidations[c][l].owed & !invalidations[c][l].lazy
               & forall m: miss do misses[c][l][m].state = FREE end
             end
         end
       & forall l: line do !lazy2[l] end;
end;

function FinalValue(l: line; w: word): value;
begin
  return isundefined(modifier[l]) ? memory[l][w] : cpus[modifier[l]][l].data[w];
end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return IsCpu(c) ? cpus[c][l].state != INVALID : Hits(c, l, w);
end;

function CopyValue(c: cu; l: line; w: word): value;
begin
  return IsCpu(c) ? cpus[c][l].data[w] : HitValue(c, l, w);
end;

function MayWrite(c: cu; l: line): boolean;
begin
  return IsCpu(c) ? cpus[c][l].state = MODIFIED : true;
end;
