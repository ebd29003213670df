-- SPDX-License-Identifier: BSD-2-Clause
-- What was stored last to each location, for machines whose caches can have what
-- the memory has not: quickrelease, viper, denovo, and those with write-back.m.  The machine calls
-- LatestStart(), which starts the memory too, and StoreInOrder as a store takes its
-- place in the location's order.

-- show: ghost latest

include "memory.m"

var
  latest: array [line] of array [word] of value;

procedure LatestStart();
begin
  MemoryStart();
  for l: line do latest[l] := memory[l]; end;
end;

procedure StoreInOrder(t: thread; l: line; w: word; v: value);
begin
  latest[l][w] := v;
  ObserveStore(t, l, w, v);
end;

function Latest(l: line; w: word): value; begin return latest[l][w]; end;
