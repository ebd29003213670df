-- SPDX-License-Identifier: BSD-2-Clause
-- Messages and network as protocol generators write them: wide records with
-- every field that any message of any level has, and for each class a deep
-- ordered queue per destination, kept as an array with a count.

const
  CACHES: 3;
  VALUES: 2;
  DEPTH: 24;       -- of each queue
  ADDRESSES: 4;    -- that a message can name; one is used

type
  cache: scalarset(CACHES);
  data: scalarset(VALUES);
  address: 0 .. ADDRESSES - 1;
  ack_count: 0 .. CACHES - 1;
  class: enum { RequestClass, ForwardClass, ResponseClass };
  depth: 0 .. DEPTH - 1;

  message_kind: enum {
    None,
    GetS, GetM, PutS, PutM,
    FwdGetS, FwdGetM, Inv, PutAck,
    DataFromDir, DataFromOwner, InvAck
  };

  message: record
    adr: address;
    kind: message_kind;
    source: cache;         -- undefined: the directory
    destination: cache;    -- undefined: the directory
    requester: cache;
    value: data;
    acks: ack_count;
    acks_expected: ack_count;
    level: 0 .. 3;
  end;

  queue: record
    count: 0 .. DEPTH;
    place: array [depth] of message;
  end;

var
  to_cache: array [class] of array [cache] of queue;
  to_directory: array [class] of queue;

function ClassOf(kind: message_kind): class;
begin
  switch kind
    case GetS, GetM, PutS, PutM: return RequestClass;
    case FwdGetS, FwdGetM, Inv, PutAck: return ForwardClass;
    else return ResponseClass;
  end;
end;

procedure Append(var q: queue; var m: message);
begin
  assert "DEPTH suffices" q.count < DEPTH;
  q.place[q.count] := m;
  q.place[q.count].adr := 0;
  q.place[q.count].level := 0;
  q.count := q.count + 1;
end;

procedure TakeHead(var q: queue; var m: message);
begin
  m := q.place[0];
  for i: depth do
    if i < DEPTH - 1 then
      q.place[i] := q.place[i + 1];
    end;
  end;
  undefine q.place[DEPTH - 1];
  q.count := q.count - 1;
end;

procedure PutToDirectory(var m: message);
begin
  Append(to_directory[ClassOf(m.kind)], m);
end;

procedure PutToCache(c: cache; var m: message);
begin
  m.destination := c;
  Append(to_cache[ClassOf(m.kind)][c], m);
end;

procedure ClearNetwork();
begin
  undefine to_cache;
  undefine to_directory;
  for k: class do
    for c: cache do
      to_cache[k][c].count := 0;
    end;
    to_directory[k].count := 0;
  end;
end;

function NetworkEmpty(): boolean;
begin
  return forall k: class do
    to_directory[k].count = 0 & forall c: cache do to_cache[k][c].count = 0 end
  end;
end;
