-- SPDX-License-Identifier: BSD-2-Clause
-- What versions.m and coherence.m observe: both say what a version is, and which
-- of the properties is checked (CHECK_COHERENCE, CHECK_ATOMICITY, CHECK_RMW).  That
-- no store is lost is always: when nothing is in flight, a location ends with the last
-- version, by this observer's history.

-- show: ghost version_of, last, writer, early, seen, public, pending_load

type
  version: 0 .. VALUES;

var
  -- version_of[l][w][v]: of the store of v; undefined until it is performed.
  version_of: array [line] of array [word] of array [value] of version;
  last: array [line] of array [word] of version;
  writer: array [line] of array [word] of array [value] of record
    known: boolean;
    who: thread;
  end;
  -- Whether a thread other than its writer has read this value before its store
  -- was performed.
  early: array [line] of array [word] of array [value] of boolean;
  -- The latest version that the thread has seen; that any thread but its
  -- writer has; and what that and `early` were when an outstanding load was
  -- issued.
  seen: array [thread] of array [line] of array [word] of version;
  public: array [line] of array [word] of version;
  pending_load: array [thread] of array [tag] of record
    active: boolean;
    at: line;
    part: word;
    floor: version;
    early: array [value] of boolean;
  end;
  -- Of a read-modify-write's store, by its thread and value: the version that it has read, once it is bound and
  -- not performed; the version before it, once it is performed and not bound.
  pending_rmw: array [thread] of array [tag] of record
    active: boolean;
    data: value;
  end;
  has_read: array [thread] of array [line] of array [word] of array [value] of version;
  follows: array [thread] of array [line] of array [word] of array [value] of version;

-- machine: observes: loads and RMWs at their issue and when they bind, stores
-- when they are performed.

procedure ObserveStart();
begin
  for l: line do
    for w: word do
      last[l][w] := 0;
      public[l][w] := 0;
      version_of[l][w][Initial(l, w)] := 0;
      for v: value do
        writer[l][w][v].known := false;
        early[l][w][v] := false;
      end;
      for t: thread do seen[t][l][w] := 0; end;
    end;
  end;
  for t: thread do
    for g: tag do
      pending_load[t][g].active := false;
      pending_rmw[t][g].active := false;
    end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if CHECK_RMW = 1 & Kind(o) = RMW then
    pending_rmw[t][g].active := true;
    pending_rmw[t][g].data := Stored(o);
  end;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word);
begin
  pending_load[t][g].active := true;
  pending_load[t][g].at := l;
  pending_load[t][g].part := w;
  pending_load[t][g].floor := public[l][w];
  pending_load[t][g].early := early[l][w];
end;

procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value);
begin
  writer[l][w][v].known := true;
  writer[l][w][v].who := t;
end;

-- The read-modify-write of this tag has read version n of the location, of v; one whose read has no
-- place in the order yet is not checked.
procedure BindRmw(t: thread; g: tag; l: line; w: word; v: value);
begin
  if pending_rmw[t][g].active then
    alias mine: pending_rmw[t][g].data do
      if !isundefined(follows[t][l][w][mine]) then
        assert "a read-modify-write reads the store before its own"
          !isundefined(version_of[l][w][v]) & version_of[l][w][v] = follows[t][l][w][mine];
        undefine follows[t][l][w][mine];
      elsif !isundefined(version_of[l][w][v]) then
        has_read[t][l][w][mine] := version_of[l][w][v];
      end;
    end;
    undefine pending_rmw[t][g];
    pending_rmw[t][g].active := false;
  end;
end;

-- Whether the store of v is that of a read-modify-write of t that is not bound.
function Unbound(t: thread; l: line; w: word; v: value): boolean;
begin
  return exists g: tag do
           pending_rmw[t][g].active & pending_rmw[t][g].data = v
           & pending_load[t][g].at = l & pending_load[t][g].part = w
         end;
end;

procedure PerformRmw(t: thread; l: line; w: word; v: value);
begin
  if !isundefined(has_read[t][l][w][v]) then
    assert "a read-modify-write reads the store before its own" has_read[t][l][w][v] = last[l][w];
    undefine has_read[t][l][w][v];
  elsif Unbound(t, l, w, v) then
    follows[t][l][w][v] := last[l][w];
  end;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if CHECK_RMW = 1 then PerformRmw(t, l, w, v); end;
  last[l][w] := last[l][w] + 1;
  version_of[l][w][v] := last[l][w];
  if early[l][w][v] then
    early[l][w][v] := false;
    public[l][w] := last[l][w];
  end;
end;

-- Whether t is not the thread whose store v is of.
function Foreign(t: thread; l: line; w: word; v: value): boolean;
begin
  return !writer[l][w][v].known | writer[l][w][v].who != t;
end;

-- Whether version n is below none of the versions that a load's issue came
-- after, the early ones included that have a place in the order by now.
function WriteAtomic(t: thread; g: tag; l: line; w: word; n: version): boolean;
begin
  if n < pending_load[t][g].floor then
    return false;
  end;
  for v: value do
    if pending_load[t][g].early[v] then
      if isundefined(version_of[l][w][v]) | n < version_of[l][w][v] then
        return false;
      end;
    end;
  end;
  return true;
end;

procedure ObserveVersion(t: thread; g: tag; l: line; w: word; n: version; v: value);
begin
  assert "coherence" CHECK_COHERENCE = 0 | n >= seen[t][l][w];
  assert "write atomicity" CHECK_ATOMICITY = 0 | WriteAtomic(t, g, l, w, n);
  if n > seen[t][l][w] then
    seen[t][l][w] := n;
  end;
  if Foreign(t, l, w, v) then
    if n > public[l][w] then
      public[l][w] := n;
    end;
  end;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  assert pending_load[t][g].active "a load is observed that was not issued";
  alias l: pending_load[t][g].at; w: pending_load[t][g].part do
    if CHECK_RMW = 1 then BindRmw(t, g, l, w, v); end;
    if !isundefined(version_of[l][w][v]) then
      ObserveVersion(t, g, l, w, version_of[l][w][v], v);
    elsif Foreign(t, l, w, v) then
      early[l][w][v] := true;
    end;
  end;
  undefine pending_load[t][g];
  pending_load[t][g].active := false;
end;

invariant "no store is lost"
  Quiescent() ->
  forall l: line do forall w: word do
    isundefined(version_of[l][w][FinalValue(l, w)]) ? false : version_of[l][w][FinalValue(l, w)] = last[l][w]
  end end;
