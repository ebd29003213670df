-- SPDX-License-Identifier: BSD-2-Clause
-- The GPU's two routes to memory and the CPU's write combiner (memory.m; thesis
-- on GPU memory systems, section 3.1.1), under any accesses.
--
-- ROUTE: by which the GPU accesses host memory: 0 ONION, 1 GARLIC.  Anybody
-- reads and writes a word of the host's memory at any time; a read that does
-- not return the last value written is stale.
-- DRAINED: the CPU passes a message in device memory, data then flag; 1: it
-- drains the write combiner between the two.
--
-- Known:
--
--   ROUTE=0             "no access of host memory is stale" holds
--   ROUTE=0 SNOOP=0     violated
--   ROUTE=1             violated: a dirty word of the CPU's cache is missed
--   DRAINED=0           "who sees the flag sees the data" is violated
--
-- why: the Onion route is coherent, and a drained write combiner keeps a message in order
-- runs: once
-- expect: verdict=holds states=112 rules=1104
const
  DRAINED: 1;
  DATA: 0;
  FLAG: 1;

type
  word: 0 .. 1;
  value: 0 .. 1;

include "memory.m"

var
  last: array [word] of value;  -- written to the host's memory, by anybody
  stale: boolean;
  sent: 0 .. 3;                 -- steps of the CPU's message: data, drain, flag
  seen: boolean;                -- the GPU has seen the flag
  missed: boolean;              -- and then not the data

startstate "start"
begin
  PathsStart();
  for w: word do
    last[w] := 0;
  end;
  stale := false;
  sent := 0;
  seen := false;
  missed := false;
end;

-- One word is enough: no path has two words meet.
ruleset v: value do
  rule "CPU writes host memory"
    true
  ==>
  begin
    CpuWrite(HOST, DATA, v);
    last[DATA] := v;
  end;

  rule "GPU writes host memory"
    true
  ==>
  begin
    GpuWrite(HOST, Route(), DATA, v);
    last[DATA] := v;
  end;
end;

rule "CPU reads host memory"
  true
==>
begin
  stale := CpuRead(HOST, DATA) != last[DATA];
end;

rule "GPU reads host memory"
  true
==>
begin
  stale := GpuRead(HOST, Route(), DATA) != last[DATA];
end;

-- ---- a message in device memory ----

rule "CPU writes the data"
  sent = 0
==>
begin
  CpuWrite(DEVICE, DATA, 1);
  sent := 1;
end;

rule "CPU drains the write combiner"
  sent = 1
==>
begin
  if DRAINED = 1 then
    for w: word do
      Drain(w);
    end;
  end;
  sent := 2;
end;

rule "CPU writes the flag"
  sent = 2
==>
begin
  CpuWrite(DEVICE, FLAG, 1);
  sent := 3;
end;

rule "GPU reads the flag"
  !seen
==>
begin
  seen := GpuRead(DEVICE, GARLIC, FLAG) = 1;
end;

rule "GPU reads the data"
  seen
==>
begin
  missed := GpuRead(DEVICE, GARLIC, DATA) = 0;
end;

invariant "no access of host memory is stale" !stale;
invariant "who sees the flag sees the data" !missed;
cover "a message arrives" seen & !missed;
