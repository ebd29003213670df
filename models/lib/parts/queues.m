-- SPDX-License-Identifier: BSD-2-Clause
-- Queues of at most PENDING messages in their order, between an L1 and the bank
-- of a line: requests up, answers down.  gpu-vi/l1.m and tc/cells/parts.m include
-- it after PENDING, and define request_message and answer_message.

type
  request_queue: record
    count: 0 .. PENDING;
    place: array [0 .. PENDING - 1] of request_message;
  end;
  answer_queue: record
    count: 0 .. PENDING;
    place: array [0 .. PENDING - 1] of answer_message;
  end;

procedure PutRequest(var q: request_queue; var m: request_message);
begin
  q.place[q.count] := m;
  q.count := q.count + 1;
end;

procedure FirstRequest(var q: request_queue; var m: request_message);
begin
  m := q.place[0];
  for i: 0 .. PENDING - 2 do
    q.place[i] := q.place[i + 1];
  end;
  undefine q.place[PENDING - 1];
  q.count := q.count - 1;
end;

procedure PutAnswer(var q: answer_queue; var m: answer_message);
begin
  q.place[q.count] := m;
  q.count := q.count + 1;
end;

procedure FirstAnswer(var q: answer_queue; var m: answer_message);
begin
  m := q.place[0];
  for i: 0 .. PENDING - 2 do
    q.place[i] := q.place[i + 1];
  end;
  undefine q.place[PENDING - 1];
  q.count := q.count - 1;
end;
