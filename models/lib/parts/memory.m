-- SPDX-License-Identifier: BSD-2-Clause
-- The memory, or an L2 that the model does not tell from it.  The machine calls
-- MemoryStart().

var
  memory: array [line] of array [word] of value;

procedure MemoryStart();
begin
  for l: line do
    for w: word do memory[l][w] := Initial(l, w); end;
  end;
end;
