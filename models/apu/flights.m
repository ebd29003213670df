-- SPDX-License-Identifier: BSD-2-Clause
-- The memory paths of an APU, where no access is a step: each is issued, arrives at the north bridge (UNB), is carried out, and is
-- answered, and each of these takes as long as it likes.
--
--   CACHE     the CPU's, write-back, of the host's memory; it fetches and gives up words at any time
--   COMBINER  the CPU's, of what it writes to the device's memory; it sends words at any time, in any order
--   CORE      the CPU's reads of the device's memory, which nothing caches; they wait for what the combiner has of the word,
--             and for what of it is on its way
--   GPU       its cache; its own route leads to the host's memory (ROUTE: 0 Onion, 1 Garlic), Garlic to the device's
--   ENGINE    the copy engine, behind the north bridge: by Onion to the host's memory, by Garlic to the device's
--
-- What comes by Onion makes the north bridge probe the CPU's cache, and goes to memory when that has answered, with its data if
-- they are dirty; a write drops the copy.  From the probe on the word is held: no other Onion access and no fetch of the CPU's
-- is taken.  The answer to a probe waits for a copy or a write-back that is on its way.  Garlic waits for nothing.  Neither route waits
-- for the other, and on none of them do words keep their order.
--
-- The model that includes this declares word and value, and says what comes of the answers to CORE, GPU and ENGINE.

const
  ROUTE: 0;
  SNOOP: 1;         -- 0: Onion does not probe (a mutant)
  HOLDS: 1;         -- 0: Onion holds nothing, and a probe is answered whatever is on its way (a mutant)
  READS_DRAIN: 1;   -- 0: the CPU's reads of the device's memory wait for nothing

include "cpu.m"

type
  agent: enum { CACHE, COMBINER, CORE, GPU, ENGINE };
  phase: enum { IDLE, ISSUED, PROBES, PROBED, ANSWERED };

var
  flight: array [agent] of array [word] of record
    phase: phase;
    memory: memory;
    writes: boolean;
    data: value;     -- what is written; of a read, once it is answered, what it found
  end;

-- ---- flights ----

function IsIdle(a: agent; w: word): boolean;
begin
  return flight[a][w].phase = IDLE;
end;

function ByOnion(a: agent; m: memory): boolean;
begin
  return m = HOST & (a = ENGINE | a = GPU & ROUTE = 0);
end;

-- By whom the north bridge holds a word of the host's memory.
function Holds(a: agent; w: word): boolean;
begin
  return flight[a][w].phase = PROBES | flight[a][w].phase = PROBED;
end;

function IsHeld(w: word): boolean;
begin
  return HOLDS = 1 & exists a: agent do Holds(a, w) end;
end;

procedure Read(a: agent; m: memory; w: word);
begin
  flight[a][w].phase := ISSUED;
  flight[a][w].memory := m;
  flight[a][w].writes := false;
end;

procedure Write(a: agent; m: memory; w: word; v: value);
begin
  flight[a][w].phase := ISSUED;
  flight[a][w].memory := m;
  flight[a][w].writes := true;
  flight[a][w].data := v;
end;

procedure Lands(a: agent; w: word);
begin
  undefine flight[a][w];
  flight[a][w].phase := IDLE;
end;

-- ---- a write-back cache: the CPU's, or another ----

procedure WriteBack(a: agent; m: memory; w: word; var it: copy);
begin
  if it.dirty then
    Write(a, m, w, it.data);
    it.dirty := false;
  end;
end;

procedure GiveUp(a: agent; m: memory; w: word; var it: copy);
begin
  WriteBack(a, m, w, it);
  DropCopy(it);
end;

-- Its fetch or its write-back is answered.
procedure TakeAnswer(a: agent; w: word; var it: copy);
begin
  if !flight[a][w].writes then
    it.present := true;
    it.data := flight[a][w].data;
  end;
  Lands(a, w);
end;

-- ---- the north bridge ----

-- At memory.
procedure CarryOut(a: agent; w: word);
begin
  if flight[a][w].writes then
    stored[flight[a][w].memory][w] := flight[a][w].data;
    undefine flight[a][w].data;
  else
    flight[a][w].data := stored[flight[a][w].memory][w];
  end;
  flight[a][w].phase := ANSWERED;
end;

-- Whether the north bridge takes it.
function MayArrive(a: agent; w: word): boolean;
begin
  return flight[a][w].phase = ISSUED
         & !(IsHeld(w) & (a = CACHE & !flight[a][w].writes | ByOnion(a, flight[a][w].memory)));
end;

function IsWritingBack(w: word): boolean;
begin
  return !IsIdle(CACHE, w) & flight[CACHE][w].writes;
end;

-- Nothing of the word is on its way from or to the CPU's cache that a probe would miss.
function MayAnswerProbe(w: word): boolean;
begin
  return HOLDS = 0 | IsIdle(CACHE, w) | flight[CACHE][w].phase = ISSUED & !IsWritingBack(w);
end;

ruleset a: agent; w: word do
  fair rule "arrives"
    MayArrive(a, w)
  ==>
  begin
    if ByOnion(a, flight[a][w].memory) & SNOOP = 1 then
      flight[a][w].phase := PROBES;
    else
      CarryOut(a, w);
    end;
  end;

  fair rule "the CPU's cache answers the probe"
    flight[a][w].phase = PROBES & MayAnswerProbe(w)
  ==>
  begin
    if cache[w].dirty then
      stored[HOST][w] := cache[w].data;
      cache[w].dirty := false;
    end;
    if flight[a][w].writes then
      DropCopy(cache[w]);
    end;
    flight[a][w].phase := PROBED;
  end;

  fair rule "goes to memory"
    flight[a][w].phase = PROBED
  ==>
  begin
    CarryOut(a, w);
  end;
end;

-- ---- the CPU's cache, and its write combiner ----

procedure Sends(w: word);
begin
  if combiner[w].pending then
    Write(COMBINER, DEVICE, w, combiner[w].data);
    EmptyCombiner(w);
  end;
end;

procedure PathsStart();
begin
  CpuStart();
  for w: word do
    for a: agent do Lands(a, w); end;
  end;
end;

ruleset w: word do
  fair rule "CPU's cache fetches"
    !cache[w].present & IsIdle(CACHE, w)
  ==>
  begin
    Read(CACHE, HOST, w);
  end;

  fair rule "a copy comes"
    flight[CACHE][w].phase = ANSWERED
  ==>
  begin
    TakeAnswer(CACHE, w, cache[w]);
  end;

  rule "CPU's cache gives up"
    cache[w].present & IsIdle(CACHE, w)
  ==>
  begin
    GiveUp(CACHE, HOST, w, cache[w]);
  end;

  rule "write combiner sends"
    combiner[w].pending & IsIdle(COMBINER, w)
  ==>
  begin
    Sends(w);
  end;

  fair rule "the write combiner hears"
    flight[COMBINER][w].phase = ANSWERED
  ==>
  begin
    Lands(COMBINER, w);
  end;
end;

-- ---- the CPU's accesses: of the host's memory where its cache has the word (CpuStores) ----

function CpuMayWrite(m: memory; w: word): boolean;
begin
  return m = DEVICE | cache[w].present;
end;

function IsDrained(w: word): boolean;
begin
  return !combiner[w].pending & IsIdle(COMBINER, w);
end;
