-- SPDX-License-Identifier: BSD-2-Clause
-- Routines on what gem5 has in C++: destinations, masks, blocks.  A model gets those that it uses.

procedure NetDest_clear(var x: NetDest);
begin
  for m: MachineID do x[m] := false; end;
end;

function NetDest_count(x: NetDest): int;
var n: int;
begin
  n := 0;
  for m: MachineID do
    if x[m] then n := n + 1; end;
  end;
  return n;
end;

procedure NetDest_addNetDest(var x: NetDest; y: NetDest);
begin
  for m: MachineID do x[m] := x[m] | y[m]; end;
end;

procedure NetDest_removeNetDest(var x: NetDest; y: NetDest);
begin
  for m: MachineID do x[m] := x[m] & !y[m]; end;
end;

function NetDest_isEmpty(x: NetDest): boolean;
begin
  return forall m: MachineID do !x[m] end;
end;

function NetDest_isSuperset(x: NetDest; y: NetDest): boolean;
begin
  return forall m: MachineID do y[m] -> x[m] end;
end;

function NetDest_intersectionIsEmpty(x: NetDest; y: NetDest): boolean;
begin
  return forall m: MachineID do !(x[m] & y[m]) end;
end;

function NetDest_OR(x: NetDest; y: NetDest): NetDest;
var z: NetDest;
begin
  for m: MachineID do z[m] := x[m] | y[m]; end;
  return z;
end;

function NetDest_AND(x: NetDest; y: NetDest): NetDest;
var z: NetDest;
begin
  for m: MachineID do z[m] := x[m] & y[m]; end;
  return z;
end;

-- Which is the smallest of several is an accident of their numbers: there may be one alone.
function NetDest_only(x: NetDest): MachineID;
begin
  assert NetDest_count(x) = 1 "smallestElement of several, or of none";
  for m: MachineID do
    if x[m] then return m; end;
  end;
end;

procedure WriteMask_clear(var x: WriteMask);
begin
  for w: Word do x[w] := false; end;
end;

procedure WriteMask_fillMask(var x: WriteMask);
begin
  for w: Word do x[w] := true; end;
end;

procedure WriteMask_orMask(var x: WriteMask; y: WriteMask);
begin
  for w: Word do x[w] := x[w] | y[w]; end;
end;

function WriteMask_isEmpty(x: WriteMask): boolean;
begin
  return forall w: Word do !x[w] end;
end;

function WriteMask_isFull(x: WriteMask): boolean;
begin
  return forall w: Word do x[w] end;
end;

function WriteMask_isOverlap(x: WriteMask; y: WriteMask): boolean;
begin
  return exists w: Word do x[w] & y[w] end;
end;

function WriteMask_containsMask(x: WriteMask; y: WriteMask): boolean;
begin
  return forall w: Word do y[w] -> x[w] end;
end;

procedure DataBlock_copyPartial(var x: DataBlock; y: DataBlock; mask: WriteMask);
begin
  for w: Word do
    if mask[w] then x[w] := y[w]; end;
  end;
end;

-- An atomic exchanges what the mask names; what it returns is what was there.
procedure DataBlock_atomicPartial(var x: DataBlock; y: DataBlock; mask: WriteMask);
begin
  DataBlock_copyPartial(x, y, mask);
end;
