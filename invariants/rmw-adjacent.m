-- SPDX-License-Identifier: BSD-2-Clause
-- Atomicity of read-modify-writes: what one has read is the store that takes
-- its place in the location's order just before its own.  For drivers in which
-- a value names a store, and every read-modify-write writes.
-- needs: named-values

-- show: ghost newest, rmw, was_read, before

var
  newest: array [line] of array [word] of value;  -- of the location's order
  -- A thread's read-modify-write that is not bound yet.
  rmw: array [thread] of array [tag] of record
    active: boolean;
    at: line;
    part: word;
    data: value;
  end;
  -- Of a read-modify-write's store, by its thread: what was read, once it is
  -- bound and not performed; what is before it, once it is performed and not
  -- bound.
  was_read: array [thread] of array [line] of array [word] of array [value] of value;
  before: array [thread] of array [line] of array [word] of array [value] of value;

procedure ObserveStart();
begin
  for l: line do
    for w: word do newest[l][w] := Initial(l, w); end;
  end;
  for t: thread do
    for g: tag do rmw[t][g].active := false; end;
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if Kind(o) = RMW then
    rmw[t][g].active := true;
    rmw[t][g].at := LineOf(o);
    rmw[t][g].part := WordOf(o);
    rmw[t][g].data := Stored(o);
  end;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  if rmw[t][g].active then
    alias l: rmw[t][g].at; w: rmw[t][g].part; mine: rmw[t][g].data do
      if isundefined(before[t][l][w][mine]) then
        was_read[t][l][w][mine] := v;
      else
        assert "a read-modify-write reads the store before its own" before[t][l][w][mine] = v;
        undefine before[t][l][w][mine];
      end;
    end;
    undefine rmw[t][g];
    rmw[t][g].active := false;
  end;
end;

function Unbound(t: thread; l: line; w: word; v: value): boolean;
begin
  return exists g: tag do
           rmw[t][g].active & rmw[t][g].at = l & rmw[t][g].part = w & rmw[t][g].data = v
         end;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if !isundefined(was_read[t][l][w][v]) then
    assert "a read-modify-write reads the store before its own" was_read[t][l][w][v] = newest[l][w];
    undefine was_read[t][l][w][v];
  elsif Unbound(t, l, w, v) then
    before[t][l][w][v] := newest[l][w];
  end;
  newest[l][w] := v;
end;
