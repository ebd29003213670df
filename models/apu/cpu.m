-- SPDX-License-Identifier: BSD-2-Clause
-- The CPU of an APU, and the memories: its write-back cache of the host's memory, and its write combiner in front of the
-- device's.
--
-- How what leaves the two comes to memory is said by what includes this: memory.m, flights.m.  The model declares word and value.

type
  memory: enum { HOST, DEVICE };

var
  stored: array [memory] of array [word] of value;
  cache: array [word] of record  -- of the host's memory
    present: boolean;
    dirty: boolean;
    data: value;
  end;
  combiner: array [word] of record  -- of the device's
    pending: boolean;
    data: value;
  end;

procedure CpuStart();
begin
  for w: word do
    for m: memory do
      stored[m][w] := 0;
    end;
    undefine cache[w];
    cache[w].present := false;
    cache[w].dirty := false;
    undefine combiner[w];
    combiner[w].pending := false;
  end;
end;

-- The copy goes, and what is in it with it.
procedure DropCopy(w: word);
begin
  cache[w].present := false;
  undefine cache[w].data;
end;

-- What the combiner has of a word has left it.
procedure EmptyCombiner(w: word);
begin
  combiner[w].pending := false;
  undefine combiner[w].data;
end;
