-- SPDX-License-Identifier: BSD-2-Clause
-- Separate networks for requests, forwards and responses.
--
--   request    cache to directory   no order; a cache has one request
--                                   outstanding, so one slot holds it
--   forward    directory to cache   point-to-point order: a queue a cache
--   response   to cache, directory  no order; data has a slot, since a cache
--                                   awaits at most one, and InvAcks, which are
--                                   all alike, a count
--
-- That a slot or queue suffices is checked: putting too much into it is an
-- error.

const
  FORWARD_DEPTH: 2;
  FIFO_DEPTH: FORWARD_DEPTH;

type
  entry_type: message;

include "../lib/parts/fifo.m"

var
  request: array [cache] of message;
  forward: array [cache] of fifo_type;
  response: array [cache] of message;
  response_acks: array [cache] of ack_count;
  response_to_directory: message;

procedure Empty(var slot: message);
begin
  undefine slot;
  slot.kind := None;
end;

procedure Place(var slot: message; var m: message);
begin
  assert "a slot of the network holds one message" slot.kind = None;
  slot := m;
end;

procedure PutToDirectory(var m: message);
begin
  if m.kind = DataFromOwner then
    Place(response_to_directory, m);
  else
    Place(request[m.requester], m);
  end;
end;

procedure PutToCache(c: cache; var m: message);
begin
  switch m.kind
    case InvAck:
      response_acks[c] := response_acks[c] + 1;
    case DataFromDir, DataFromOwner:
      Place(response[c], m);
    else
      Push(forward[c], m);
  end;
end;

procedure ClearNetwork();
begin
  for c: cache do
    Empty(request[c]);
    undefine forward[c];
    forward[c].count := 0;
    Empty(response[c]);
    response_acks[c] := 0;
  end;
  Empty(response_to_directory);
end;

function NetworkEmpty(): boolean;
begin
  return response_to_directory.kind = None &
    forall c: cache do
      request[c].kind = None & forward[c].count = 0 &
      response[c].kind = None & response_acks[c] = 0
    end;
end;

-- show: channel request from cache to "directory" as "{kind} {value}"
-- show: channel forward from "directory" to cache as "{kind} for {requester}"
-- show: channel response to cache as "{kind} {value} {acks}"
-- show: channel response_acks to cache as "InvAck"
-- show: channel response_to_directory to "directory" as "{kind} {value}"
