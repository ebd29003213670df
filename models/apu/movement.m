-- SPDX-License-Identifier: BSD-2-Clause
-- The four ways of moving data to a kernel and back (memory.m; thesis on GPU
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
-- The GPU's cache, of what the kernel works on, fetches as the kernel runs, by the kernel's route,
-- and may write back and give up a word at any time.
-- ROUTE: the kernel's to the host's memory, 0 ONION, 1 GARLIC (uncached for the GPU).
-- SNOOP=0: the copy engine does not snoop either.
--
-- Known: with every step, each technique delivers, with either route.  MAP=0
-- shows with CPU_RESIDENT ROUTE=1 alone, UNMAP=0 with ROUTE=1 and with
-- GPU_RESIDENT and MIXED, COPY_IN=0 with DEFAULT, COPY_OUT=0 with DEFAULT and MIXED,
-- KERNEL_BEGINS=0 and KERNEL_ENDS=0 with each.
--
-- why: every technique delivers the input to the kernel and the result to the CPU
-- runs: once
-- expect: verdict=holds states=881 rules=3896
const
  TECHNIQUE: 0;
  COPY_IN: 1;
  COPY_OUT: 1;
  UNMAP: 1;
  KERNEL_BEGINS: 1;
  KERNEL_ENDS: 1;
  MAP: 1;
  ROUNDS: 2;
  WORDS: 2;
  DEFAULT: 0;
  CPU_RESIDENT: 1;
  GPU_RESIDENT: 2;
  MIXED: 3;

type
  word: 0 .. WORDS - 1;
  value: 0 .. 2 * ROUNDS;

include "memory.m"

type
  step: enum { WRITE_INPUT, COPY_TO_DEVICE, UNMAP_BUFFERS, BEGIN_KERNEL, RUN_KERNEL, END_KERNEL, COPY_TO_HOST, MAP_BUFFERS, READ_RESULT, OVER };

var
  gpu: array [word] of record     -- the GPU's cache
    present: boolean;
    dirty: boolean;
    data: value;
  end;
  at: step;
  done: array [word] of boolean;  -- in this step
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

procedure GpuFetches(w: word);
begin
  if !gpu[w].present then
    gpu[w].present := true;
    gpu[w].data := GpuRead(Works(), Route(), w);
  end;
end;

procedure GpuWritesBack(w: word);
begin
  if gpu[w].dirty then
    GpuWrite(Works(), Route(), w, gpu[w].data);
    gpu[w].dirty := false;
  end;
end;

procedure GpuGivesUp(w: word);
begin
  GpuWritesBack(w);
  gpu[w].present := false;
  undefine gpu[w].data;
end;

ruleset w: word do
  rule "GPU's cache fetches"
    at = RUN_KERNEL & !gpu[w].present
  ==>
  begin
    GpuFetches(w);
  end;

  rule "GPU's cache gives up"
    gpu[w].present
  ==>
  begin
    GpuGivesUp(w);
  end;
end;

-- ---- the program ----

-- The copy engine's part, of one word.
procedure Copy(source: memory; target: memory; w: word);
begin
  GpuWrite(target, target = HOST ? ONION : GARLIC, w, GpuRead(source, source = HOST ? ONION : GARLIC, w));
end;

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
    undefine gpu[w];
    gpu[w].present := false;
    gpu[w].dirty := false;
  end;
  Next(WRITE_INPUT);
  round := 0;
  wrong_input := false;
  wrong_result := false;
end;

ruleset w: word do
  rule "CPU writes the input"
    at = WRITE_INPUT & !done[w]
  ==>
  begin
    CpuWrite(Writes(), w, Input());
    Done(w, COPY_TO_DEVICE);
  end;

  rule "copied to the device"
    at = COPY_TO_DEVICE & !done[w]
  ==>
  begin
    if TECHNIQUE = DEFAULT & COPY_IN = 1 then Copy(HOST, DEVICE, w); end;
    Done(w, UNMAP_BUFFERS);
  end;

  rule "unmapped"
    at = UNMAP_BUFFERS & !done[w]
  ==>
  begin
    if UNMAP = 1 then
      Drain(w);
      if Works() = HOST & Route() = GARLIC then
        WriteBack(w);
      end;
    end;
    Done(w, BEGIN_KERNEL);
  end;

  rule "the kernel begins"
    at = BEGIN_KERNEL & !done[w]
  ==>
  begin
    if KERNEL_BEGINS = 1 then GpuGivesUp(w); end;
    Done(w, RUN_KERNEL);
  end;

  rule "the kernel reads and writes"
    at = RUN_KERNEL & !done[w]
  ==>
  begin
    GpuFetches(w);
    wrong_input := wrong_input | gpu[w].data != Input();
    gpu[w].data := Result();
    gpu[w].dirty := true;
    Done(w, END_KERNEL);
  end;

  rule "the kernel ends"
    at = END_KERNEL & !done[w]
  ==>
  begin
    if KERNEL_ENDS = 1 then GpuWritesBack(w); end;
    Done(w, COPY_TO_HOST);
  end;

  rule "copied to the host"
    at = COPY_TO_HOST & !done[w]
  ==>
  begin
    if (TECHNIQUE = DEFAULT | TECHNIQUE = MIXED) & COPY_OUT = 1 then Copy(DEVICE, HOST, w); end;
    Done(w, MAP_BUFFERS);
  end;

  rule "mapped"
    at = MAP_BUFFERS & !done[w]
  ==>
  begin
    -- What is clean and old goes; nothing is dirty here, or the unmapping was dropped.
    if MAP = 1 & Works() = HOST & Route() = GARLIC & !cache[w].dirty then
      GiveUp(w);
    end;
    Done(w, READ_RESULT);
  end;

  rule "CPU reads the result"
    at = READ_RESULT & !done[w]
  ==>
  begin
    wrong_result := wrong_result | CpuRead(Reads(), w) != Result();
    if forall x: word do x = w | done[x] end then
      round := round + 1;
    end;
    Done(w, round = ROUNDS ? OVER : WRITE_INPUT);
  end;
end;

invariant "the kernel reads the input" !wrong_input;
invariant "the CPU reads the result" !wrong_result;
cover "all rounds end" at = OVER & !wrong_input & !wrong_result;
