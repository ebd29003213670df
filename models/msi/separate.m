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

var
  request: array [cache] of message;
  forward_count: array [cache] of 0..FORWARD_DEPTH;
  forward: array [cache] of array [0..FORWARD_DEPTH - 1] of message;
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

procedure PutForward(c: cache; var m: message);
begin
  assert "FORWARD_DEPTH suffices" forward_count[c] < FORWARD_DEPTH;
  forward[c][forward_count[c]] := m;
  forward_count[c] := forward_count[c] + 1;
end;

procedure TakeForward(c: cache; var m: message);
begin
  m := forward[c][0];
  for i: 0..FORWARD_DEPTH - 2 do
    forward[c][i] := forward[c][i + 1];
  end;
  Empty(forward[c][FORWARD_DEPTH - 1]);
  forward_count[c] := forward_count[c] - 1;
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
      PutForward(c, m);
  end;
end;

procedure ClearNetwork();
begin
  for c: cache do
    Empty(request[c]);
    forward_count[c] := 0;
    for i: 0..FORWARD_DEPTH - 1 do
      Empty(forward[c][i]);
    end;
    Empty(response[c]);
    response_acks[c] := 0;
  end;
  Empty(response_to_directory);
end;

function NetworkEmpty(): boolean;
begin
  return response_to_directory.kind = None &
    forall c: cache do
      request[c].kind = None & forward_count[c] = 0 &
      response[c].kind = None & response_acks[c] = 0
    end;
end;
