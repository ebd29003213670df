-- SPDX-License-Identifier: BSD-2-Clause
-- Lists of sharers: which CUs may have a copy.  Used by mesi, msi-net, msi-ideal and
-- the L2s of GPU-VI and GPU-VIni (gpu-vi/l2.m), which give
--   procedure Invalidate(d, l, c)   the copy of d goes, since c is to write the line.

type
  sharer_set: array [cu] of boolean;

procedure ClearSet(var s: sharer_set);
begin
  for c: cu do s[c] := false; end;
end;

-- How many there are beside c.
function OthersIn(var s: sharer_set; c: cu): 0 .. CUS;
var n: 0 .. CUS;
begin
  n := 0;
  for d: cu do
    if d != c & s[d] then n := n + 1; end;
  end;
  return n;
end;

procedure InvalidateOthers(var s: sharer_set; l: line; c: cu);
begin
  for d: cu do
    if d != c & s[d] then Invalidate(d, l, c); end;
  end;
end;
