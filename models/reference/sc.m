-- SPDX-License-Identifier: BSD-2-Clause
-- One memory.  With IN_ORDER (variant sc) every thread performs its accesses
-- in program order: sequential consistency.  Without (variant rc-mca) the
-- window driver's rules alone order them: release consistency, stores atomic.
--
-- machine: driver: window
-- machine: promises: rc-mca
-- machine: variant sc: IN_ORDER=1
-- machine: promises sc: sc
-- machine: source: models/reference/README.md

var
  memory: array [line] of array [word] of value;

procedure MachineStart();
begin
  for l: line do
    for w: word do
      memory[l][w] := Initial(l, w);
    end;
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  return true;
end;

procedure PerformLoad(t: thread; o: operation; var v: value);
begin
  v := memory[LineOf(o)][WordOf(o)];
  if Kind(o) = RMW & Writes(o, v) then
    memory[LineOf(o)][WordOf(o)] := Result(o, v);
    ObserveStore(t, LineOf(o), WordOf(o), memory[LineOf(o)][WordOf(o)]);
  end;
end;

procedure PerformStore(t: thread; o: operation);
begin
  memory[LineOf(o)][WordOf(o)] := Stored(o);
  ObserveStore(t, LineOf(o), WordOf(o), Stored(o));
end;

function Quiescent(): boolean;
begin
  return true;
end;

function FinalValue(l: line; w: word): value;
begin
  return memory[l][w];
end;
