-- SPDX-License-Identifier: BSD-2-Clause
-- Release consistency without write atomicity (RCpc).  Each location has one
-- order of versions; each thread's view of it moves along that order in its
-- own time.  Versions that all views have passed are forgotten, so a view is
-- kept as the number of versions that it has yet to see.
--
-- machine: driver: window
-- machine: not free: it performs what the window driver chooses, in one step, and issues nothing
-- machine: not endless: it performs what the window driver chooses, in one step, and issues nothing
-- machine: promises: rc
-- machine: variant cumulative: CUMULATIVE=1
-- machine: source: models/reference/README.md
-- machine: values CUMULATIVE: 0..1

const
  CUMULATIVE: 0;  -- 1: a fence also waits for the stores that the thread has read

type
  depth: 0 .. STORES;

var
  -- versions[l][w][i]: the last one but i.
  versions: array [line] of array [word] of array [depth] of value;
  -- How far the view of a thread lies behind; seen[t]: the last version that it
  -- read lies that far behind, while somebody has not seen it (else STORES: nobody
  -- waits for it).
  behind: array [thread] of array [line] of array [word] of depth;
  seen: array [thread] of array [line] of array [word] of depth;
  -- own[t][l][w][i]: versions[l][w][i] is a store of the thread's that somebody has
  -- not seen, one more than the number of releases that are before it in program
  -- order and that it went ahead of: those need not wait for it.  Else 0.
  own: array [thread] of array [line] of array [word] of array [depth] of 0 .. WINDOW;

procedure MachineStart();
begin
  for l: line do
    for w: word do
      for i: depth do
        versions[l][w][i] := Initial(l, w);
      end;
      for t: thread do
        behind[t][l][w] := 0;
        seen[t][l][w] := STORES;
        for i: depth do
          own[t][l][w][i] := 0;
        end;
      end;
    end;
  end;
end;

-- The furthest behind of the views.
function Slowest(l: line; w: word): depth;
var slowest: depth;
begin
  slowest := 0;
  for t: thread do
    if UsedThread(t) & behind[t][l][w] > slowest then
      slowest := behind[t][l][w];
    end;
  end;
  return slowest;
end;

-- One canonical value for what nobody can read any more.
procedure Forget(l: line; w: word);
var slowest: depth;
begin
  slowest := Slowest(l, w);
  for i: depth do
    if i > slowest then
      versions[l][w][i] := versions[l][w][slowest];
    end;
  end;
  for t: thread do
    for i: depth do
      if i >= slowest then own[t][l][w][i] := 0; end;
    end;
    if seen[t][l][w] >= slowest then seen[t][l][w] := STORES; end;
  end;
end;

function Drained(t: thread): boolean;
begin
  return forall l: line do forall w: word do forall i: depth do own[t][l][w][i] != 1 end end end;
end;

function DrainedReads(t: thread): boolean;
begin
  return forall l: line do forall w: word do seen[t][l][w] = STORES end end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if Kind(o) = FENCE then
    return Order(o) = ACQUIRE | Order(o) = REMOTE_ACQUIRE
         | (Drained(t) & (CUMULATIVE = 0 | DrainedReads(t)));
  end;
  if (Releases(o) | Order(o) = SEQ_CST) & !Drained(t) then
    return false;
  end;
  return Kind(o) = LOAD | Slowest(LineOf(o), WordOf(o)) < STORES;
end;

procedure Append(t: thread; l: line; w: word; v: value; everywhere: boolean);
var i: 0 .. STORES;
begin
  i := STORES;
  while i > 0 do
    versions[l][w][i] := versions[l][w][i - 1];
    i := i - 1;
  end;
  versions[l][w][0] := v;
  for u: thread do
    if everywhere | u = t | !WantedBy(u, l) then
      behind[u][l][w] := 0;
    else
      behind[u][l][w] := behind[u][l][w] + 1;
    end;
    i := STORES;
    while i > 0 do
      own[u][l][w][i] := own[u][l][w][i - 1];
      i := i - 1;
    end;
    own[u][l][w][0] := u = t ? 1 + passed_releases : 0;
    if seen[u][l][w] != STORES then seen[u][l][w] := seen[u][l][w] + 1; end;
  end;
  ObserveStore(t, l, w, v);
  Forget(l, w);
end;

-- A release is performed: one less that what went ahead of it is ahead of.
procedure Release(t: thread);
begin
  for l: line do
    for w: word do
      for i: depth do
        if own[t][l][w][i] > 1 then own[t][l][w][i] := own[t][l][w][i] - 1; end;
      end;
    end;
  end;
end;

procedure PerformStore(t: thread; o: operation);
begin
  if Releases(o) then Release(t); end;
  Append(t, LineOf(o), WordOf(o), Stored(o), Order(o) = SEQ_CST);
end;

procedure PerformLoad(t: thread; o: operation; var v: value);
begin
  if Kind(o) = RMW & Releases(o) then Release(t); end;
  alias l: LineOf(o); w: WordOf(o) do
    if Order(o) = SEQ_CST then
      for u: thread do behind[u][l][w] := 0; end;
    elsif Kind(o) = RMW then
      behind[t][l][w] := 0;
    end;
    v := versions[l][w][behind[t][l][w]];
    if CUMULATIVE = 1 then
      seen[t][l][w] := behind[t][l][w];
    end;
    Forget(l, w);
    if Kind(o) = RMW & Writes(o, v) then
      Append(t, l, w, Result(o, v), Order(o) = SEQ_CST);
    end;
  end;
end;

-- The view of a thread that reads the line no more: nobody can tell when a store
-- reaches it, but those who wait for that, and it always may.  So it is there at once.
procedure Unread(t: thread; l: line);
begin
  for w: word do
    if behind[t][l][w] > 0 then
      behind[t][l][w] := 0;
      Forget(l, w);
    end;
  end;
end;

ruleset t: thread; l: line; w: word do
  fair rule "store reaches a view"
    behind[t][l][w] > 0
  ==>
  begin
    behind[t][l][w] := behind[t][l][w] - 1;
    Forget(l, w);
  end;
end;

function Quiescent(): boolean;
begin
  return forall t: thread do forall l: line do forall w: word do behind[t][l][w] = 0 end end end;
end;

function FinalValue(l: line; w: word): value;
begin
  return versions[l][w][0];
end;
