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
  entry_type: message;

include "../lib/parts/fifo.m"

var
  to_cache: array [cache] of fifo_type;
  to_directory: fifo_type;

procedure PutToDirectory(var m: message);   begin Push(to_directory, m); end;
procedure PutToCache(c: cache; var m: message); begin Push(to_cache[c], m); end;

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

-- show: channel to_cache to cache as "{kind} {requester} {value} {acks}"
-- show: channel to_directory from requester to "directory" as "{kind} {value}"
