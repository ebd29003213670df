-- SPDX-License-Identifier: BSD-2-Clause
-- A FIFO: what was put in first comes out first.  Used by rsp and quickrelease
-- for their caches' FIFOs, by viper for its coalescer's, by denovo, hmg, msi and msi-net for a network's, and for the answers
-- to the L1 of lib/parts/l1.m by gpu-vi/l1.m and tc/cells/parts.m.
--
-- The machine defines FIFO_DEPTH, the most that can be in one, and entry_type.

type
  fifo_type: record
    count: 0 .. FIFO_DEPTH;
    entry: array [0 .. FIFO_DEPTH - 1] of entry_type;
  end;

procedure Push(var f: fifo_type; var e: entry_type);
begin
  assert "FIFO_DEPTH suffices" f.count < FIFO_DEPTH;
  f.entry[f.count] := e;
  f.count := f.count + 1;
end;

procedure Pop(var f: fifo_type; var first: entry_type);
begin
  first := f.entry[0];
  for i: 0 .. FIFO_DEPTH - 1 do
    if i > 0 then f.entry[i - 1] := f.entry[i]; end;
  end;
  undefine f.entry[FIFO_DEPTH - 1];
  f.count := f.count - 1;
end;
