-- SPDX-License-Identifier: BSD-2-Clause
-- The four ways of moving data to a kernel and back (flights.m; thesis on GPU
-- memory systems, section 3.1.2): the CPU writes the input, the kernel reads it
-- and writes the result over it, the CPU reads the result; ROUNDS times, with
-- other values.
--
-- TECHNIQUE  the input is written to, the kernel works on, the result is read from
--   0 DEFAULT       host, copied to device   device   host, copied from device
--   1 CPU_RESIDENT  host                     host     host
--   2 GPU_RESIDENT  device                   device   device
--   3 MIXED         device                   device   host, copied from device
--
-- Steps that a runtime takes, each of which can be dropped:
--   COPY_IN, COPY_OUT  the copies.  The copy engine is behind the north bridge
--                      and takes the Onion route to the host's memory
--   UNMAP              before the kernel: the write combiner is drained and, where
--                      the kernel takes the Garlic route, the CPU's cache written back
--   KERNEL_BEGINS      as the kernel begins the GPU's cache drops its copies
--   KERNEL_ENDS        as it ends that writes back what is dirty
--   MAP                after the kernel, where it took the Garlic route: the CPU's
--                      copies are dropped
--   WAITS              unmap, a kernel's begin and end, and map wait for what is on its way
-- The GPU's cache, of what the kernel works on, fetches as the kernel runs, by the kernel's route,
-- and may write back and give up a word at any time.
-- ROUTE: the kernel's to the host's memory, 0 ONION, 1 GARLIC (uncached for the GPU).
-- SNOOP=0: the copy engine does not snoop either.  HOLDS=0 shows where SNOOP=0 does.
--
-- Known: with every step, each technique delivers, with either route, and its program ends where the rules that are fair here are.
-- MAP=0 shows with CPU_RESIDENT ROUTE=1 alone, UNMAP=0 with that, and with GPU_RESIDENT and MIXED, COPY_IN=0 with
-- DEFAULT, COPY_OUT=0 with DEFAULT and MIXED, KERNEL_BEGINS=0, KERNEL_ENDS=0 and WAITS=0 with each.  READS_DRAIN=0 does not show, as
-- unmapping has drained.  WORDS=1 shows the same of each.
--
-- why: every technique delivers the input to the kernel and the result to the CPU
-- runs: once
-- expect: verdict=holds states=25848 rules=112526
const
  TECHNIQUE: 0;
  COPY_IN: 1;
  COPY_OUT: 1;
  UNMAP: 1;
  KERNEL_BEGINS: 1;
  KERNEL_ENDS: 1;
  MAP: 1;
  WAITS: 1;
  ROUNDS: 2;
  WORDS: 2;
  DEFAULT: 0;
  CPU_RESIDENT: 1;
  GPU_RESIDENT: 2;
  MIXED: 3;

type
  word: 0 .. WORDS - 1;
  value: 0 .. 2 * ROUNDS;

include "flights.m"

type
  step: enum { WRITE_INPUT, COPY_TO_DEVICE, UNMAP_BUFFERS, BEGIN_KERNEL, RUN_KERNEL, END_KERNEL, COPY_TO_HOST, MAP_BUFFERS, READ_RESULT, OVER };

var
  gpu: array [word] of copy;      -- the GPU's cache
  at: step;
  begun: array [word] of boolean; -- in this step
  done: array [word] of boolean;
  round: 0 .. ROUNDS;
  wrong_input: boolean;
  wrong_result: boolean;

function Works(): memory;
begin
  return TECHNIQUE = CPU_RESIDENT ? HOST : DEVICE;
end;

function Writes(): memory;
begin
  return TECHNIQUE = DEFAULT | TECHNIQUE = CPU_RESIDENT ? HOST : DEVICE;
end;

function Reads(): memory;
begin
  return TECHNIQUE = GPU_RESIDENT ? DEVICE : HOST;
end;

-- ---- the GPU's cache ----

procedure GpuWriteBack(w: word);
begin
  WriteBack(GPU, Works(), w, gpu[w]);
end;

procedure GpuGiveUp(w: word);
begin
  GiveUp(GPU, Works(), w, gpu[w]);
end;

ruleset w: word do
  fair rule "GPU's cache fetches"
    at = RUN_KERNEL & !gpu[w].present & IsIdle(GPU, w)
  ==>
  begin
    Read(GPU, Works(), w);
  end;

  fair rule "the GPU is answered"
    flight[GPU][w].phase = ANSWERED
  ==>
  begin
    TakeAnswer(GPU, w, gpu[w]);
  end;

  rule "GPU's cache gives up"
    gpu[w].present & IsIdle(GPU, w)
  ==>
  begin
    GpuGiveUp(w);
  end;
end;

-- ---- the program ----

function Input(): value;
begin
  return 2 * round + 1;
end;

function Result(): value;
begin
  return 2 * round + 2;
end;

procedure Next(s: step);
begin
  at := s;
  for w: word do
    begun[w] := false;
    done[w] := false;
  end;
end;

-- The word's part of the step is done.
procedure Done(w: word; following: step);
begin
  done[w] := true;
  if forall x: word do done[x] end then
    Next(following);
  end;
end;

startstate "start"
begin
  PathsStart();
  for w: word do
    gpu[w].present := false;
    gpu[w].dirty := false;
  end;
  Next(WRITE_INPUT);
  round := 0;
  wrong_input := false;
  wrong_result := false;
end;

ruleset w: word do
  strong fair rule "CPU writes the input"
    at = WRITE_INPUT & !done[w] & CpuMayWrite(Writes(), w)
  ==>
  begin
    CpuStores(Writes(), w, Input());
    Done(w, COPY_TO_DEVICE);
  end;
end;

-- ---- copies ----

function Copies(): boolean;
begin
  return at = COPY_TO_DEVICE ? TECHNIQUE = DEFAULT & COPY_IN = 1
       : at = COPY_TO_HOST & (TECHNIQUE = DEFAULT | TECHNIQUE = MIXED) & COPY_OUT = 1;
end;

ruleset w: word do
  fair rule "the copy engine begins"
    (at = COPY_TO_DEVICE | at = COPY_TO_HOST) & !begun[w]
  ==>
  begin
    begun[w] := true;
    if Copies() then
      Read(ENGINE, at = COPY_TO_DEVICE ? HOST : DEVICE, w);
    else
      Done(w, at = COPY_TO_DEVICE ? UNMAP_BUFFERS : MAP_BUFFERS);
    end;
  end;

  fair rule "the copy engine is answered"
    flight[ENGINE][w].phase = ANSWERED
  ==>
  var data: value;
  begin
    if flight[ENGINE][w].writes then
      Lands(ENGINE, w);
      Done(w, at = COPY_TO_DEVICE ? UNMAP_BUFFERS : MAP_BUFFERS);
    else
      data := flight[ENGINE][w].data;
      Write(ENGINE, at = COPY_TO_DEVICE ? DEVICE : HOST, w, data);
    end;
  end;
end;

-- ---- unmap, the kernel, map ----

-- Where the kernel passes the CPU's cache by, what that has must be in memory before.
function WritesBackAtUnmap(): boolean;
begin
  return Works() = HOST & ROUTE = 1;
end;

function IsUnmapped(w: word): boolean;
begin
  return !combiner[w].pending & (WAITS = 0 | IsDrained(w))
         & (!WritesBackAtUnmap() | !cache[w].dirty & (WAITS = 0 | !IsWritingBack(w)));
end;

ruleset w: word do
  fair rule "unmapping sends what the combiner has"
    at = UNMAP_BUFFERS & UNMAP = 1 & !done[w] & combiner[w].pending & IsIdle(COMBINER, w)
  ==>
  begin
    Sends(w);
  end;

  fair rule "unmapping writes back"
    at = UNMAP_BUFFERS & UNMAP = 1 & !done[w] & WritesBackAtUnmap() & cache[w].dirty & IsIdle(CACHE, w)
  ==>
  begin
    WriteBack(CACHE, HOST, w, cache[w]);
  end;

  fair rule "unmapped"
    at = UNMAP_BUFFERS & !done[w] & (UNMAP = 0 | IsUnmapped(w))
  ==>
  begin
    Done(w, BEGIN_KERNEL);
  end;

  fair rule "the GPU's cache is to be empty"
    at = BEGIN_KERNEL & KERNEL_BEGINS = 1 & !done[w] & gpu[w].present & IsIdle(GPU, w)
  ==>
  begin
    GpuGiveUp(w);
  end;

  fair rule "the kernel begins"
    at = BEGIN_KERNEL & !done[w] & (KERNEL_BEGINS = 0 | !gpu[w].present & (WAITS = 0 | IsIdle(GPU, w)))
  ==>
  begin
    Done(w, RUN_KERNEL);
  end;

  strong fair rule "the kernel reads"
    at = RUN_KERNEL & !begun[w] & gpu[w].present
  ==>
  begin
    wrong_input := wrong_input | gpu[w].data != Input();
    begun[w] := true;
  end;

  strong fair rule "the kernel writes"
    at = RUN_KERNEL & begun[w] & !done[w] & gpu[w].present
  ==>
  begin
    gpu[w].data := Result();
    gpu[w].dirty := true;
    Done(w, END_KERNEL);
  end;

  fair rule "the kernel's end writes back"
    at = END_KERNEL & KERNEL_ENDS = 1 & !done[w] & gpu[w].dirty & IsIdle(GPU, w)
  ==>
  begin
    GpuWriteBack(w);
  end;

  fair rule "the kernel ends"
    at = END_KERNEL & !done[w] & (KERNEL_ENDS = 0 | !gpu[w].dirty & (WAITS = 0 | IsIdle(GPU, w)))
  ==>
  begin
    Done(w, COPY_TO_HOST);
  end;

  -- What is clean and old goes, and what is on its way is waited for; nothing is dirty here, or the unmapping was dropped.
  strong fair rule "mapped"
    at = MAP_BUFFERS & !done[w] & (MAP = 0 | !WritesBackAtUnmap() | WAITS = 0 | IsIdle(CACHE, w))
  ==>
  begin
    if MAP = 1 & WritesBackAtUnmap() & !cache[w].dirty then
      GiveUp(CACHE, HOST, w, cache[w]);
    end;
    Done(w, READ_RESULT);
  end;
end;

-- ---- the result ----

procedure Sees(w: word; v: value);
begin
  wrong_result := wrong_result | v != Result();
  if forall x: word do x = w | done[x] end then
    round := round + 1;
  end;
  Done(w, round = ROUNDS ? OVER : WRITE_INPUT);
end;

ruleset w: word do
  strong fair rule "CPU reads the result"
    at = READ_RESULT & !begun[w] & (Reads() = HOST ? cache[w].present : READS_DRAIN = 0 | IsDrained(w))
  ==>
  begin
    begun[w] := true;
    if Reads() = HOST then
      Sees(w, cache[w].data);
    else
      Read(CORE, DEVICE, w);
    end;
  end;

  fair rule "the CPU is answered"
    flight[CORE][w].phase = ANSWERED
  ==>
  var data: value;
  begin
    data := flight[CORE][w].data;
    Lands(CORE, w);
    Sees(w, data);
  end;
end;

invariant "the kernel reads the input" !wrong_input;
invariant "the CPU reads the result" !wrong_result;
leadsto "the program ends" { true } { at = OVER };
cover "all rounds end" at = OVER & !wrong_input & !wrong_result;
