-- why: a level of the search (range_job and search_range in checker/engine/search.c): when it ends, each state was visited once and every successor is in the store, however often the store had to grow in between.
--
-- Workers take chunks of the level's states from a cursor.  What a state
-- leads to waits with its worker until a flush puts it in the store.  A flush
-- that finds the store full sets `stop` and returns; workers that see `stop`
-- return too, with the rest of their chunk.  When all have returned, the store
-- grows and they start again: with what waits, then the rest of the chunk,
-- then further chunks.
--
-- Mutants: --const KEEP_WAITING=0, a worker forgets what waited when it
-- starts again; --const KEEP_CHUNK=0, or the rest of its chunk; --const
-- LAST_FLUSH=0, a worker returns without a last flush.
const
  WORKERS: 3;
  STATES: 5;
  CHUNK: 2;
  BATCH: 2;         -- successors that wait, at most, before a flush
  GROWTHS: 4;
  KEEP_WAITING: 1;
  KEEP_CHUNK: 1;
  LAST_FLUSH: 1;

type
  worker: scalarset(WORKERS);
  place: 0..STATES + WORKERS * CHUNK;
  count: 0..STATES;
  step: enum { Ready, First, Chunk, Take, Last, Returned };

var
  cursor: place;
  visited: array [0..STATES - 1] of 0..2;
  stored, room: count;               -- successors in the store, and how many more it takes
  growths: 0..GROWTHS;
  stop: boolean;
  at: array [worker] of step;
  next, limit: array [worker] of place;
  waiting: array [worker] of count;
  over: boolean;

procedure Flush(w: worker; then_at: step);
var moved: count;
begin
  moved := waiting[w] < room ? waiting[w] : room;
  stored := stored + moved;
  room := room - moved;
  waiting[w] := waiting[w] - moved;
  if waiting[w] > 0 then
    stop := true;
    at[w] := Returned;
  else
    at[w] := then_at;
  end;
end;

startstate "a level begins" begin
  cursor := 0;
  clear visited;
  stored := 0;
  room := 1;
  growths := 0;
  stop := false;
  over := false;
  clear next;
  clear limit;
  clear waiting;
  for w: worker do
    at[w] := Ready;
  end;
end;

ruleset w: worker do
  rule "start" at[w] = Ready ==> begin
    if KEEP_WAITING = 0 then
      waiting[w] := 0;
    end;
    if KEEP_CHUNK = 0 then
      next[w] := limit[w];
    end;
    at[w] := waiting[w] > 0 ? First : Chunk;
  end;

  rule "flush what waited before the growth" at[w] = First ==> begin
    Flush(w, Chunk);
  end;

  rule "visit" at[w] = Chunk & next[w] < limit[w] ==> begin
    visited[next[w]] := visited[next[w]] + 1;
    next[w] := next[w] + 1;
    waiting[w] := waiting[w] + 1;
    if waiting[w] >= BATCH then
      Flush(w, Chunk);
    end;
  end;

  -- It may also visit once more: it had looked before `stop` was set.
  rule "see the stop" at[w] = Chunk & next[w] < limit[w] & stop ==> begin
    at[w] := Returned;
  end;

  rule "the chunk is done" at[w] = Chunk & next[w] = limit[w] ==> begin
    at[w] := Take;
  end;

  rule "take a chunk" at[w] = Take ==> begin
    if cursor < STATES then
      next[w] := cursor;
      limit[w] := cursor + CHUNK < STATES ? cursor + CHUNK : STATES;
      cursor := cursor + CHUNK;
      at[w] := Chunk;
    else
      at[w] := Last;
    end;
  end;

  rule "flush the last" at[w] = Last ==> begin
    if LAST_FLUSH = 1 then
      Flush(w, Returned);
    else
      at[w] := Returned;
    end;
  end;
end;

rule "grow" stop & forall w: worker do at[w] = Returned end ==> begin
  growths := growths < GROWTHS ? growths + 1 : growths;
  room := 1 + (growths = GROWTHS ? STATES - 1 : 0);
  stop := false;
  for w: worker do
    at[w] := Ready;
  end;
end;

rule "the level ends" !stop & !over & forall w: worker do at[w] = Returned end ==> begin
  over := true;
  clear next;
  clear limit;
end;

rule "nothing is left to do" over ==> begin end;

invariant "each state is visited once"
  (forall s: 0..STATES - 1 do visited[s] <= 1 end) &
  (over -> forall s: 0..STATES - 1 do visited[s] = 1 end);

invariant "nothing waits when a level ends"
  over -> stored = STATES & forall w: worker do waiting[w] = 0 end;

liveness "the level can end" over;
