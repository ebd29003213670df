-- SPDX-License-Identifier: BSD-2-Clause
-- All stores take their place in a location's order at the memory.  Used by
-- reference/sc.m, no-l1, noncoherent and src (by joining-l1.m), wt and amdgpu (by word-l1.m), hmg and rsp.

include "memory.m"

procedure WriteMemory(t: thread; l: line; w: word; v: value);
begin
  memory[l][w] := v;
  ObserveStore(t, l, w, v);
end;

-- What o writes, if it does, where it has found `old`.
procedure PerformWrite(t: thread; o: operation; old: value);
begin
  if Kind(o) = STORE then
    WriteMemory(t, LineOf(o), WordOf(o), Stored(o));
  elsif Kind(o) = RMW & Writes(o, old) then
    WriteMemory(t, LineOf(o), WordOf(o), Result(o, old));
  end;
end;

function Latest(l: line; w: word): value;     begin return memory[l][w]; end;
function FinalValue(l: line; w: word): value; begin return memory[l][w]; end;
