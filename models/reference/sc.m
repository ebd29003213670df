-- SPDX-License-Identifier: BSD-2-Clause
-- One memory.  With IN_ORDER (variant sc) every thread performs its accesses
-- in program order: sequential consistency.  Without (variant rc-mca) the
-- window driver's rules alone order them: release consistency, stores atomic.
--
-- machine: driver: window
-- machine: not free: it performs what the window driver chooses, in one step, and issues nothing
-- machine: not endless: it performs what the window driver chooses, in one step, and issues nothing
-- machine: promises: rc-mca
-- machine: variant sc: IN_ORDER=1
-- machine: promises sc: sc
-- machine: source: models/reference/README.md
-- machine: values IN_ORDER: 0..1

include "../lib/parts/stores-at-memory.m"

procedure MachineStart();
begin
  MemoryStart();
end;

function Accepts(t: thread; o: operation): boolean;
begin
  return true;
end;

procedure PerformLoad(t: thread; o: operation; var v: value);
begin
  v := memory[LineOf(o)][WordOf(o)];
  PerformWrite(t, o, v);
end;

procedure PerformStore(t: thread; o: operation);
begin
  WriteMemory(t, LineOf(o), WordOf(o), Stored(o));
end;

procedure Unread(t: thread; l: line);
begin
end;

function Quiescent(): boolean;
begin
  return true;
end;
