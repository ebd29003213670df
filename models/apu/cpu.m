-- SPDX-License-Identifier: BSD-2-Clause
-- The CPU of an APU, and the memories: its write-back cache of the host's memory, and its write combiner in front of the
-- device's.
--
-- How what leaves the two comes to memory is said by what includes this: memory.m, flights.m.  The model declares word and value.

type
  memory: enum { HOST, DEVICE };
  copy: record         -- in a write-back cache, the CPU's or another
    present: boolean;
    dirty: boolean;
    data: value;
  end;

var
  stored: array [memory] of array [word] of value;
  cache: array [word] of copy;      -- of the host's memory
  combiner: array [word] of record  -- of the device's
    pending: boolean;
    data: value;
  end;

-- The copy goes, and what is in it with it.
procedure DropCopy(var it: copy);
begin
  it.present := false;
  undefine it.data;
end;

procedure CpuStart();
begin
  for w: word do
    for m: memory do
      stored[m][w] := 0;
    end;
    cache[w].present := false;
    cache[w].dirty := false;
    combiner[w].pending := false;
  end;
end;

-- The CPU's store goes to the copy that its cache has, or to the combiner.
procedure CpuStores(m: memory; w: word; v: value);
begin
  if m = HOST then
    cache[w].data := v;
    cache[w].dirty := true;
  else
    combiner[w].pending := true;
    combiner[w].data := v;
  end;
end;

-- What the combiner has of a word has left it.
procedure EmptyCombiner(w: word);
begin
  combiner[w].pending := false;
  undefine combiner[w].data;
end;
