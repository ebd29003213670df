-- SPDX-License-Identifier: BSD-2-Clause
-- What the L2s of GPU-VI and GPU-VIni do alike, whatever their states: sharers
-- and their invalidation, answers, and stores and atomics as they are
-- performed.  Included after SetL2.

function Private(c: cu; l: line): boolean;
begin
  return forall d: cu do l2[l].sharers[d] -> d = c end;
end;

procedure ClearSharers(l: line);
begin
  for c: cu do
    l2[l].sharers[c] := false;
  end;
end;

-- INV or RCL to one sharer.
procedure SendInvTo(c: cu; l: line);
begin
  if HoldsUpInv(c, l) then
    PutInv(c, l);
    l2[l].awaited := l2[l].awaited + 1;
  else
    L1Inv(c, l);
  end;
end;

-- INV to all sharers but the requester, whose line is served next.
procedure SendInv(l: line; requester: cu);
begin
  for c: cu do
    if l2[l].sharers[c] & c != requester then
      SendInvTo(c, l);
    end;
  end;
end;

procedure SendRcl(l: line);
begin
  for c: cu do
    if l2[l].sharers[c] then
      SendInvTo(c, l);
    end;
  end;
  ClearSharers(l);
end;

procedure WriteBack(l: line);
begin
  if l2[l].dirty then
    memory[l] := l2[l].data;
    l2[l].dirty := false;
  end;
end;

procedure SendFetchData(c: cu; l: line);
var m: response_message;
begin
  m.answers := GETS;
  m.fetch := true;
  m.data := l2[l].data;
  Respond(c, l, m);
end;

procedure SendLoadData(c: cu; t: thread; g: tag; l: line; w: word);
var m: response_message;
begin
  m.answers := GETS;
  m.fetch := false;
  m.thread := t;
  m.tag := g;
  m.old := l2[l].data[w];
  Respond(c, l, m);
end;

procedure AnswerGets(c: cu; l: line; var m: request_message);
begin
  l2[l].sharers[c] := true;
  if m.fetch then
    SendFetchData(c, l);
  else
    SendLoadData(c, m.thread, m.tag, l, m.word);
  end;
end;

procedure MergeGets(c: cu; l: line; var m: request_message);
begin
  l2[l].sharers[c] := true;
  if m.fetch then
    l2[l].fetches[c] := true;
  else
    alias q: l2[l].loads[c] do
      q.place[q.count].thread := m.thread;
      q.place[q.count].tag := m.tag;
      q.place[q.count].word := m.word;
      q.count := q.count + 1;
    end;
  end;
end;

procedure AnswerMerged(l: line);
begin
  for c: cu do
    if l2[l].fetches[c] then
      SendFetchData(c, l);
      l2[l].fetches[c] := false;
    end;
  end;
  for c: cu do
    alias q: l2[l].loads[c] do
      for i: 0 .. PENDING - 1 do
        if i < q.count then
          SendLoadData(c, q.place[i].thread, q.place[i].tag, l, q.place[i].word);
        end;
      end;
      undefine q;
      q.count := 0;
    end;
  end;
end;

procedure Write(t: thread; l: line; w: word; v: value);
begin
  l2[l].data[w] := v;
  if STEPS = 1 then
    l2[l].dirty := true;
  else
    memory[l][w] := v;
  end;
  ObserveStore(t, l, w, v);
end;

-- The store takes its place in the line's order and is acknowledged.
procedure PerformStore(l: line; var m: request_message);
var r: response_message;
begin
  Write(m.thread, l, m.word, m.stored);
  r.answers := GETX;
  r.thread := m.thread;
  if WRITE_AT_ONCE = 0 then
    r.word := m.word;
    r.stored := m.stored;
  end;
  Respond(CuOf(m.thread), l, r);
end;

procedure PerformAtomic(l: line; var m: request_message);
var r: response_message;
begin
  r.answers := ATOMIC;
  r.thread := m.thread;
  r.tag := m.tag;
  r.old := l2[l].data[m.word];
  if Writes(m.operation, r.old) then
    Write(m.thread, l, m.word, Result(m.operation, r.old));
  end;
  Respond(CuOf(m.thread), l, r);
end;
