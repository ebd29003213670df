-- SPDX-License-Identifier: BSD-2-Clause
-- The order of logical time, observed, on machines that stamp versions and
-- loads (rcc, g-tsc).
--
-- A load at time t returns the last version that is stamped t or before, for
-- ever: no version that comes later is stamped so early.  So the accesses, by
-- time and then by when they happened, are one order that explains every load.
-- In the forms that promise sc, that order keeps each thread's own: its times
-- never fall.  (In physical time a stale copy may be read after others have
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
  bound_for: array [thread] of array [tag] of record
    at: line;
    part: word;
  end;

procedure ObserveStart();
begin
  for l: line do
    for w: word do
      last[l][w] := 0;
      version_of[l][w][Initial(l, w)] := 0;
      stamp[l][w][Initial(l, w)] := 0;
    end;
  end;
  for t: thread do reached[t] := 0; end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word);
begin
  bound_for[t][g].at := l;
  bound_for[t][g].part := w;
end;

procedure Reach(t: thread; at: time);
begin
  if ProgramOrder() then
    assert "a thread's times never fall" at >= reached[t];
    reached[t] := at;
  end;
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
    Reach(t, at);
  end;
end;

procedure Explain(t: thread; l: line; w: word; v: value);
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
  Reach(t, reads_at[t]);
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  if !isundefined(reads_at[t]) then
    Explain(t, bound_for[t][g].at, bound_for[t][g].part, v);
  end;
  undefine bound_for[t][g];
end;
