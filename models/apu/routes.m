-- SPDX-License-Identifier: BSD-2-Clause
-- Messages and store buffering between the CPU and the GPU of an APU, over every pair of routes (thesis on GPU memory
-- systems, section 3.1.1), where no access is one step: each waits in a buffer or is on its way, for as long as it likes.
--
--   CPU   two cores; each has a store buffer in front of a write-back cache over cacheable host memory, where one core's write drops the
--         other's copy.  Writes to device memory and to uncached host memory go to the write combiner, which sends a word alone
--         at any time (a partial flush), or its line when that is full (a full flush, one transaction); then they are on
--         their way to the north bridge.  Reads of these are not cached, and wait for what the combiner has.
--   GPU   a cache, which may fetch at any time and drops everything at an acquire; writes go through it to the route, first in,
--         first out.  Onion leads to cacheable host memory and snoops both cores' caches, Garlic to the rest, straight to memory.
--         The two have latencies of their own, and so has what the CPU sends.
--
-- Core 0 and a wavefront of the GPU each take two steps, at words X and Y:
--
--   TEST  0  a message from the CPU: X := 1, then Y := 1; the GPU reads Y, then X
--         1  a message from the GPU, the same the other way round
--         2  store buffering: the CPU writes X and reads Y, the GPU writes Y and reads X
--
-- AT_X, AT_Y: 0 cacheable host memory (Onion), 1 uncached host memory (Garlic), 2 device memory (Garlic).
-- CPU_FENCE: between its two, the CPU waits until all that it wrote is in its cache or in memory.
-- GPU_FENCE: the GPU waits until all that it wrote is in memory, and then drops what its cache holds.
-- SNOOP=0: Onion does not snoop.
-- APART=1: what the GPU writes over Onion snoops, and then waits for its turn in the north bridge, as the thesis tells it; 0: the two
-- are one step, so that no core takes a copy in between.
--
-- Known: routes.tsv has each test over each pair of routes, as it is and with either fence; `tests/suites/79-apu` goes through it.
--
-- why: with both fences a message from the CPU in device memory arrives whole
-- runs: once
-- options: --const TEST=0 --const AT_X=2 --const AT_Y=2 --const CPU_FENCE=1 --const GPU_FENCE=1 --deadlock off --covers report --warn none
-- expect: verdict=holds states=179 rules=412

const
  TEST: 0;
  AT_X: 2;
  AT_Y: 2;
  CPU_FENCE: 0;
  GPU_FENCE: 0;
  SNOOP: 1;
  APART: 0;

type
  word: enum { X, Y };
  core: 0 .. 1;
  value: 0 .. 1;
  place: enum { HOST, UNCACHED, DEVICE };
  agent: enum { CPU, GPU };
  step: 0 .. 3;                       -- the first access, the fence, the second access, the end

var
  stored: array [word] of value;      -- memory
  buffer: array [0 .. 1] of word;     -- core 0's store buffer; every write is of 1
  buffered: 0 .. 2;
  cache: array [core] of array [word] of record present: boolean; dirty: boolean; data: value; end;
  combined: array [word] of boolean;  -- in the write combiner
  sent: array [word] of boolean;      -- from there, on its way
  gpu_cache: array [word] of record present: boolean; data: value; end;
  gpu_sent: array [word] of boolean;  -- through its cache, on its way
  gpu_order: 0 .. 2;                  -- how many writes have left the GPU
  gpu_first: word;                    -- the first of them
  snooped: array [word] of boolean;   -- APART=1: it has snooped, and waits for its turn
  at: array [agent] of step;
  read: array [agent] of array [word] of value;  -- what was read, where it was

function At(w: word): place;
begin
  switch w = X ? AT_X : AT_Y
    case 0: return HOST;
    case 1: return UNCACHED;
    else return DEVICE;
  end;
end;

-- ---- the parts move on by themselves ----

procedure WriteBack(c: core; w: word);
begin
  if cache[c][w].dirty then
    stored[w] := cache[c][w].data;
    cache[c][w].dirty := false;
  end;
end;

procedure GiveUp(c: core; w: word);
begin
  WriteBack(c, w);
  undefine cache[c][w];
  cache[c][w].present := false;
  cache[c][w].dirty := false;
end;

procedure Fetch(c: core; w: word);
begin
  if !cache[c][w].present then
    WriteBack(1 - c, w);
    cache[c][w].present := true;
    cache[c][w].dirty := false;
    cache[c][w].data := stored[w];
  end;
end;

ruleset c: core; w: word do
  rule "a core's cache fetches"
    At(w) = HOST & !cache[c][w].present
  ==>
  begin
    Fetch(c, w);
  end;

  rule "a core's cache gives up"
    cache[c][w].present
  ==>
  begin
    GiveUp(c, w);
  end;
end;

procedure GpuFetch(w: word);
begin
  if !gpu_cache[w].present then
    if At(w) = HOST & SNOOP = 1 then
      for c: core do WriteBack(c, w); end;
    end;
    gpu_cache[w].present := true;
    gpu_cache[w].data := stored[w];
  end;
end;

procedure LeaveBuffer();
begin
  if buffered = 2 then buffer[0] := buffer[1]; end;
  undefine buffer[buffered - 1];
  buffered := buffered - 1;
end;

fair rule "the store buffer writes"
  buffered > 0
==>
var w: word;
begin
  w := buffer[0];
  LeaveBuffer();
  if At(w) = HOST then
    GiveUp(1, w);
    Fetch(0, w);
    cache[0][w].data := 1;
    cache[0][w].dirty := true;
  else
    combined[w] := true;
  end;
end;

ruleset w: word do
  fair rule "the write combiner sends a word"
    combined[w]
  ==>
  begin
    combined[w] := false;
    sent[w] := true;
  end;

  fair rule "the north bridge commits what the CPU sent"
    sent[w]
  ==>
  begin
    sent[w] := false;
    stored[w] := 1;
  end;

  rule "the GPU's cache fetches"
    !gpu_cache[w].present & !gpu_sent[w]
  ==>
  begin
    GpuFetch(w);
  end;

  fair rule "the north bridge snoops for what the GPU sent"
    APART = 1 & gpu_sent[w] & At(w) = HOST & !snooped[w]
  ==>
  begin
    for c: core do GiveUp(c, w); end;
    snooped[w] := true;
  end;

  -- A route is first in, first out; the two routes do not wait for each other.
  fair rule "the north bridge commits what the GPU sent"
    gpu_sent[w]
    & !(gpu_order = 2 & w != gpu_first & gpu_sent[gpu_first] & (At(X) = HOST) = (At(Y) = HOST))
    & (APART = 0 | At(w) != HOST | snooped[w])
  ==>
  begin
    snooped[w] := false;
    if At(w) = HOST & SNOOP = 1 & APART = 0 then
      for c: core do GiveUp(c, w); end;
    end;
    gpu_sent[w] := false;
    stored[w] := 1;
  end;
end;

-- A full line goes in one transaction: both words are in one memory, beside each other.
fair rule "the write combiner sends its line"
  combined[X] & combined[Y] & At(X) = At(Y)
==>
begin
  for w: word do
    combined[w] := false;
    stored[w] := 1;
  end;
end;

-- ---- accesses ----

procedure CpuWrite(w: word);
begin
  buffer[buffered] := w;
  buffered := buffered + 1;
end;

function IsBuffered(w: word): boolean;
begin
  return buffered > 0 & buffer[0] = w | buffered = 2 & buffer[1] = w;
end;

function CpuMayRead(w: word): boolean;
begin
  return At(w) = HOST | !IsBuffered(w) & !combined[w] & !sent[w];
end;

procedure CpuRead(w: word);
begin
  if At(w) = HOST then
    Fetch(0, w);
    read[CPU][w] := cache[0][w].data;
  else
    read[CPU][w] := stored[w];
  end;
end;

procedure GpuWrite(w: word);
begin
  if gpu_order = 0 then gpu_first := w; end;
  gpu_order := gpu_order + 1;
  gpu_sent[w] := true;
  gpu_cache[w].present := true;
  gpu_cache[w].data := 1;
end;

procedure GpuRead(w: word);
begin
  GpuFetch(w);
  read[GPU][w] := gpu_cache[w].data;
end;

-- ---- the two programs ----

startstate "start"
begin
  for w: word do
    stored[w] := 0;
    combined[w] := false;
    sent[w] := false;
    gpu_cache[w].present := false;
    gpu_sent[w] := false;
    snooped[w] := false;
    for c: core do
      cache[c][w].present := false;
      cache[c][w].dirty := false;
    end;
  end;
  buffered := 0;
  gpu_order := 0;
  for a: agent do at[a] := 0; end;
end;

-- At its first and second access: the word, and whether it is a write.
function Word(a: agent; first: boolean): word;
begin
  return first = ((TEST = 1) = (a = GPU)) ? X : Y;
end;
function Writes(a: agent; first: boolean): boolean;
begin
  return TEST = (a = CPU ? 0 : 1) | TEST = 2 & first;
end;

procedure Access(a: agent; w: word; writes: boolean);
begin
  if a = CPU then
    if writes then CpuWrite(w); else CpuRead(w); end;
  else
    if writes then GpuWrite(w); else GpuRead(w); end;
  end;
end;

-- Whether the agent's fence, where it has one, is over.
function MayGoOn(a: agent): boolean;
begin
  return a = CPU ? CPU_FENCE = 0 | buffered = 0 & forall w: word do !combined[w] & !sent[w] end
                 : GPU_FENCE = 0 | forall w: word do !gpu_sent[w] end;
end;

ruleset a: agent do
  fair rule "accesses"
    (at[a] = 0 | at[a] = 2)
    & (a = GPU | Writes(a, at[a] = 0) | CpuMayRead(Word(a, at[a] = 0)))
  ==>
  begin
    Access(a, Word(a, at[a] = 0), Writes(a, at[a] = 0));
    at[a] := at[a] + 1;
  end;

  fair rule "goes on"
    at[a] = 1 & MayGoOn(a)
  ==>
  begin
    if a = GPU & GPU_FENCE = 1 then
      for w: word do
        undefine gpu_cache[w];
        gpu_cache[w].present := false;
      end;
    end;
    at[a] := 2;
  end;
end;

-- ---- what must not be seen ----

function Over(): boolean; begin return at[CPU] = 3 & at[GPU] = 3; end;

invariant "no message is torn, and nobody overlooks the other"
  !Over() | (TEST = 0 ? !(read[GPU][Y] = 1 & read[GPU][X] = 0)
           : TEST = 1 ? !(read[CPU][Y] = 1 & read[CPU][X] = 0)
           : !(read[CPU][Y] = 0 & read[GPU][X] = 0));

leadsto "both come to their end, and all that was written to memory or a cache" { true }
  { Over() & buffered = 0 & forall w: word do !combined[w] & !sent[w] & !gpu_sent[w] end };

cover "a message arrives" Over() & (TEST = 0 ? read[GPU][Y] = 1 & read[GPU][X] = 1 : TEST = 1 ? read[CPU][Y] = 1 & read[CPU][X] = 1 : true);
