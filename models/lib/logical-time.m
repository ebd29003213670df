-- SPDX-License-Identifier: BSD-2-Clause
-- What the machines of logical time share: the accesses of a thread that are
-- not answered.  Included after the machine's types `time`, `posted` and
-- `post_state`, and its variable `post`, the stores and atomics.

var
  waiting: array [thread] of array [tag] of record  -- loads that wait for a fetch of the L1
    active: boolean;
    what: operation;
    clock: time;
  end;
  -- The time at which the thread's load that completes now reads; undefined
  -- otherwise, and for an atomic.
  reads_at: array [thread] of time;

procedure AccessesStart();
begin
  for t: thread do
    for p: posted do
      post[t][p].state := FREE;
    end;
    for g: tag do
      waiting[t][g].active := false;
    end;
  end;
end;

function Later(a: time; b: time): time;
begin
  return a > b ? a : b;
end;

function Held(t: thread): boolean;
begin
  return false;
end;

function Same(o: operation; l: line; w: word): boolean;
begin
  return LineOf(o) = l & WordOf(o) = w;
end;

-- Whether an earlier access of t to the location is not answered.
function Busy(t: thread; l: line; w: word): boolean;
begin
  return exists p: posted do post[t][p].state != FREE & Same(post[t][p].what, l, w) end
       | exists g: tag do waiting[t][g].active & Same(waiting[t][g].what, l, w) end;
end;

function HasFreePost(t: thread): boolean;
begin
  return exists p: posted do post[t][p].state = FREE end;
end;

-- Whether a load of the CU waits for a fetch of the line.
function WaitsFor(t: thread; g: tag; c: cu; l: line): boolean;
begin
  return waiting[t][g].active & CuOf(t) = c & LineOf(waiting[t][g].what) = l;
end;

function AnyWaits(c: cu; l: line): boolean;
begin
  return exists t: thread do exists g: tag do WaitsFor(t, g, c, l) end end;
end;

function NothingPosted(): boolean;
begin
  return forall t: thread do forall p: posted do post[t][p].state = FREE end end;
end;
