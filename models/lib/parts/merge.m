-- SPDX-License-Identifier: BSD-2-Clause
-- An L2 that fetches a line from the memory behind it, for all loads that have
-- asked for it meanwhile: what it keeps of them, and how it answers them.
-- gpu-vi/l2.m and tc/cells/parts.m include it.
--
-- The machine defines request_message, answer_message and PENDING, gives the lines
-- of its l2 the fields data, dirty, fetches (of each CU, whether its fetch is merged)
-- and loads (merged_loads), and gives
--   function WordIn(var m: request_message): word
--   procedure AnswerRead(c, l, var m)        the answer to a fetch or load, with its
--                                            data in it, is sent.

type
  merged_loads: array [cu] of record    -- as they came
    count: 0 .. PENDING;
    place: array [0 .. PENDING - 1] of record
      thread: thread;
      tag: tag;
      word: word;
    end;
  end;

procedure StartMerged(l: line);
begin
  for c: cu do
    l2[l].fetches[c] := false;
    l2[l].loads[c].count := 0;
  end;
end;

procedure WriteBack(l: line);
begin
  if l2[l].dirty then
    memory[l] := l2[l].data;
    l2[l].dirty := false;
  end;
end;

procedure AnswerFetch(c: cu; l: line);
var m: answer_message;
begin
  m.fetch := true;
  m.data := l2[l].data;
  AnswerRead(c, l, m);
end;

procedure AnswerLoad(c: cu; t: thread; g: tag; l: line; w: word);
var m: answer_message;
begin
  m.fetch := false;
  m.thread := t;
  m.tag := g;
  m.old := l2[l].data[w];
  AnswerRead(c, l, m);
end;

procedure AnswerRequest(c: cu; l: line; var m: request_message);
begin
  if m.fetch then
    AnswerFetch(c, l);
  else
    AnswerLoad(c, m.thread, m.tag, l, WordIn(m));
  end;
end;

procedure MergeRequest(c: cu; l: line; var m: request_message);
begin
  if m.fetch then
    l2[l].fetches[c] := true;
  else
    alias q: l2[l].loads[c] do
      q.place[q.count].thread := m.thread;
      q.place[q.count].tag := m.tag;
      q.place[q.count].word := WordIn(m);
      q.count := q.count + 1;
    end;
  end;
end;

procedure AnswerMergedRequests(l: line);
begin
  for c: cu do
    if l2[l].fetches[c] then
      AnswerFetch(c, l);
      l2[l].fetches[c] := false;
    end;
  end;
  for c: cu do
    alias q: l2[l].loads[c] do
      for i: 0 .. PENDING - 1 do
        if i < q.count then
          AnswerLoad(c, q.place[i].thread, q.place[i].tag, l, q.place[i].word);
        end;
      end;
      undefine q;
      q.count := 0;
    end;
  end;
end;
