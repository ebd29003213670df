-- SPDX-License-Identifier: BSD-2-Clause
-- One FIFO per destination, shared by requests, forwards and responses.
--
--   to_cache[c]     forwards and responses, in the order in which they were sent
--   to_directory    requests and the owners' data, likewise
--
-- The head alone is delivered; if its receiver stalls it, all behind it wait,
-- of whatever class.  Each FIFO holds FIFO_DEPTH messages, which is as many as
-- can be under way to one place; sending more is an error.

const
  FIFO_DEPTH: CACHES + 2;   -- to a cache: two forwards, data, InvAcks; to the
                            -- directory: a request of each cache, data

type
  fifo: record
    count: 0..FIFO_DEPTH;
    place: array [0..FIFO_DEPTH - 1] of message;
  end;

var
  to_cache: array [cache] of fifo;
  to_directory: fifo;

procedure Append(var f: fifo; var m: message);
begin
  assert "FIFO_DEPTH suffices" f.count < FIFO_DEPTH;
  f.place[f.count] := m;
  f.count := f.count + 1;
end;

procedure TakeHead(var f: fifo; var m: message);
begin
  m := f.place[0];
  for i: 0..FIFO_DEPTH - 2 do
    f.place[i] := f.place[i + 1];
  end;
  undefine f.place[FIFO_DEPTH - 1];
  f.count := f.count - 1;
end;

procedure PutToDirectory(var m: message);
begin
  Append(to_directory, m);
end;

procedure PutToCache(c: cache; var m: message);
begin
  Append(to_cache[c], m);
end;

procedure ClearNetwork();
begin
  undefine to_cache;
  undefine to_directory;
  for c: cache do
    to_cache[c].count := 0;
  end;
  to_directory.count := 0;
end;

function NetworkEmpty(): boolean;
begin
  return to_directory.count = 0 & forall c: cache do to_cache[c].count = 0 end;
end;
