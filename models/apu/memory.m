-- SPDX-License-Identifier: BSD-2-Clause
-- The memory paths of an APU: one CPU with a write-back cache over the host's
-- memory and a write combiner in front of the device's, one GPU behind the
-- north bridge (UNB), which takes either route:
--
--   Onion   (cacheable host memory) snoops the CPU's cache first
--   Garlic  (device memory, uncached host memory) goes straight to memory
--
-- The CPU's cache may fetch a word of the host's memory and give one up at any
-- time; the write combiner may send a word at any time, in any order.  The
-- CPU's reads of device memory are not cached; READS_DRAIN=1: they wait for
-- what the combiner has of the word.  An access is a step; where none is: flights.m, routes.m.
--
-- The model that includes this declares the words of each buffer, and value.

const
  ROUTE: 0;         -- the GPU's to the host's memory: 0 Onion, 1 Garlic
  SNOOP: 1;         -- 0: the route over the CPU's cache does not snoop (a mutant)
  READS_DRAIN: 1;

type
  route: enum { ONION, GARLIC };

include "cpu.m"

function Route(): route;
begin
  return ROUTE = 0 ? ONION : GARLIC;
end;

procedure PathsStart();
begin
  CpuStart();
end;

-- ---- the CPU's cache, and its write combiner ----

procedure WriteBack(w: word);
begin
  if cache[w].dirty then
    stored[HOST][w] := cache[w].data;
    cache[w].dirty := false;
  end;
end;

procedure GiveUp(w: word);
begin
  WriteBack(w);
  DropCopy(cache[w]);
end;

procedure Fetch(w: word);
begin
  if !cache[w].present then
    cache[w].present := true;
    cache[w].data := stored[HOST][w];
  end;
end;

procedure Drain(w: word);
begin
  if combiner[w].pending then
    stored[DEVICE][w] := combiner[w].data;
    EmptyCombiner(w);
  end;
end;

ruleset w: word do
  rule "CPU's cache fetches"
    !cache[w].present
  ==>
  begin
    Fetch(w);
  end;

  rule "CPU's cache gives up"
    cache[w].present
  ==>
  begin
    GiveUp(w);
  end;

  rule "write combiner sends"
    combiner[w].pending
  ==>
  begin
    Drain(w);
  end;
end;

-- ---- accesses ----

function CpuRead(m: memory; w: word): value;
begin
  if m = HOST then
    Fetch(w);
    return cache[w].data;
  end;
  if READS_DRAIN = 1 then
    Drain(w);
  end;
  return stored[DEVICE][w];
end;

procedure CpuWrite(m: memory; w: word; v: value);
begin
  if m = HOST then
    Fetch(w);
  end;
  CpuStores(m, w, v);
end;

function GpuRead(m: memory; way: route; w: word): value;
begin
  if m = HOST & way = ONION & SNOOP = 1 then
    WriteBack(w);
  end;
  return stored[m][w];
end;

procedure GpuWrite(m: memory; way: route; w: word; v: value);
begin
  if m = HOST & way = ONION & SNOOP = 1 then
    GiveUp(w);
  end;
  stored[m][w] := v;
end;
