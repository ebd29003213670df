-- SPDX-License-Identifier: BSD-2-Clause
-- Write-back L1s: a store takes its place as it is performed in an L1 that may write
-- the line.  Used by mesi, msi-net, msi-ideal and rfo, whose lines of l1 have data.

include "latest.m"

procedure Write(t: thread; l: line; w: word; v: value);
begin
  l1[CuOf(t)][l].data[w] := v;
  StoreInOrder(t, l, w, v);
end;

-- What the one L1 that may write the line has, or else the memory.
function OwnersOrMemory(l: line; w: word): value;
begin
  for c: cu do
    if MayWrite(c, l) then
      return l1[c][l].data[w];
    end;
  end;
  return memory[l][w];
end;

function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
