-- SPDX-License-Identifier: BSD-2-Clause
-- The order of logical time, observed, on machines that stamp versions and
-- loads (rcc, g-tsc).
--
-- A load at time t returns the last version that is stamped t or before, for
-- ever: no version that comes later is stamped so early.  So the accesses, by
-- time and then by when they happened, are one order that explains every load.
-- In the forms that promise sc, that order keeps each thread's own: its times
-- never fall.  In the others it keeps the order that fences make: what a thread
-- issues after a fence, a release, an sc access, or an acquire that has returned, has no
-- earlier time than what it has done before (a release is fence, access; an
-- acquire access, fence).  (In physical time a stale copy may be read after others have
-- seen the new value: write atomicity as invariants/versions.m has it is not
-- promised.)
--
-- The machine gives VersionTime(l), the time of the line's last version at the
-- L2; the variable reads_at[t], the time at which the load of t that is being
-- observed reads, undefined for an atomic, which reads just before it writes; and
-- ProgramOrder(), whether its form promises sc.
--
-- machine: observes: loads and RMWs at their issue and when they bind, stores
-- when they are performed.
-- needs: named-values

-- show: ghost last, version_of, stamp, latest, reached, bound_for

type
  version: 0 .. VALUES;

var
  last: array [line] of array [word] of version;
  -- By value, which names its version: its place in the location's order, its
  -- time, and the time of the latest load of it.
  version_of: array [line] of array [word] of array [value] of version;
  stamp: array [line] of array [word] of array [value] of time;
  latest: array [line] of array [word] of array [value] of time;
  reached: array [thread] of time;  -- the latest time of an access of the thread
  -- `reached` at the last fence: nothing that is issued from then on is earlier.  What is after a fence
  -- that has not passed yet, since its acquire has not returned, is not issued before.
  fenced: array [thread] of time;
  after_acquire: array [thread] of boolean;
  bound_for: array [thread] of array [tag] of record
    at: line;
    part: word;
    fenced: time;
  end;
  store_fenced: array [line] of array [word] of array [value] of time;  -- of a store that is not performed

procedure ObserveStart();
begin
  for l: line do
    for w: word do
      last[l][w] := 0;
      version_of[l][w][Initial(l, w)] := 0;
      stamp[l][w][Initial(l, w)] := 0;
    end;
  end;
  for t: thread do
    reached[t] := 0;
    fenced[t] := 0;
    after_acquire[t] := false;
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if after_acquire[t] | Kind(o) = FENCE | Releases(o) | Order(o) = SEQ_CST then
    fenced[t] := reached[t];
  end;
  after_acquire[t] := Kind(o) != FENCE & (Acquires(o) | Order(o) = SEQ_CST);
  if Kind(o) = LOAD | Kind(o) = RMW then
    bound_for[t][g].at := LineOf(o);
    bound_for[t][g].part := WordOf(o);
    bound_for[t][g].fenced := fenced[t];
  end;
  if Kind(o) = STORE | Kind(o) = RMW then
    store_fenced[LineOf(o)][WordOf(o)][Stored(o)] := fenced[t];
  end;
end;

-- An access of t, issued when its fences had come to `from`, is performed at `at`.
procedure Reach(t: thread; at: time; from: time);
begin
  assert "a thread's times never fall" !ProgramOrder() | at >= reached[t];
  assert "no access goes back behind a fence of its thread" at >= from;
  if at > reached[t] then reached[t] := at; end;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  alias at: VersionTime(l) do
    for u: value do
      if !isundefined(stamp[l][w][u]) then
        assert "a store comes after every load of an older version"
          isundefined(latest[l][w][u]) | latest[l][w][u] < at;
        assert "versions are stamped in their order" stamp[l][w][u] <= at;
      end;
    end;
    last[l][w] := last[l][w] + 1;
    version_of[l][w][v] := last[l][w];
    stamp[l][w][v] := at;
    Reach(t, at, store_fenced[l][w][v]);
    undefine store_fenced[l][w][v];
  end;
end;

procedure Explain(t: thread; l: line; w: word; v: value; from: time);
begin
  assert "a load returns a version that is performed" !isundefined(stamp[l][w][v]);
  assert "no load comes before its version" stamp[l][w][v] <= reads_at[t];
  for u: value do
    if !isundefined(stamp[l][w][u]) then
      assert "a load returns the last version of its time"
        version_of[l][w][u] <= version_of[l][w][v] | reads_at[t] < stamp[l][w][u];
    end;
  end;
  if isundefined(latest[l][w][v]) | reads_at[t] > latest[l][w][v] then
    latest[l][w][v] := reads_at[t];
  end;
  Reach(t, reads_at[t], from);
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  if !isundefined(reads_at[t]) then
    Explain(t, bound_for[t][g].at, bound_for[t][g].part, v, bound_for[t][g].fenced);
  end;
  undefine bound_for[t][g];
end;
