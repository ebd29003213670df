-- SPDX-License-Identifier: BSD-2-Clause
-- What happens-before promises, observed: once a store happens before an
-- access, that access comes after it.
--
-- One store is marked: that of the value MARK to one location, `marked`.  Ghost
-- state is which threads are past it (what they issue from now on, it happens
-- before), and which values carry it: those of releases that were issued by a
-- thread that was past it.  Whoever acquires such a value is past it too.  Then
--
--   a read by a thread that is past the marked store returns the store, or one
--   that comes after it in the location's order;
--
--   a store of such a thread to the location comes after it in that order.
--
-- The initial values name all locations' states, and each value is stored to a
-- location at most once (the free driver sees to it), so marking one store is
-- marking any: MARK says which of the location's stores, in the order of issue.
-- Lines are alike, and so it is the last line's that is marked.
--
-- Fewer pairs are taken to be ordered than the models of memory order, never
-- more: a release and an acquire synchronise where the value read is that of
-- the release itself, and their scopes are one (EXACT=1) or each holds both
-- threads (EXACT=0); a fence only at system scope; a release that its thread
-- issues before an acquire of its own has returned carries nothing of what
-- that acquire hears.  invariants/known-stores.m is the same with all stores at
-- once, for small sizes.
-- needs: named-values

-- show: ghost marked, place_of, must_follow, past_marked, past_fence, may_pass, carried_by, newest, read_by

const
  MARK: 1;       -- 1 .. VALUES - 1
  EXACT: 1;      -- 1: only scopes that are one and the same synchronise

type
  place: enum { UNPLACED, EARLIER, LATER }; -- in the location's order, against the marked store

var
  marked: record
    at: line;
    part: word;
    placed: boolean;
  end;
  -- Of the values of the marked location: where they are, and whether they must
  -- not be earlier, since somebody was past the marked store.
  place_of: array [value] of place;
  must_follow: array [value] of boolean;
  -- The marked store happens before what the thread issues next.
  past_marked: array [thread] of boolean;
  -- A release fence of the thread must_follow the marked store; a relaxed read of
  -- the thread has seen a value that carries it, for an acquire fence to come.
  past_fence: array [thread] of boolean;
  may_pass: array [thread] of boolean;
  -- The store of this value carries the marked store; or will, if the value that its read-modify-write
  -- reads does.  By whom, and how wide.
  carried_by: array [line] of array [word] of array [value] of record
    any: boolean;
    reads: boolean;
    who: thread;
    scope: scope_type;
  end;
  newest: array [line] of array [word] of value;  -- of the location's order
  -- An outstanding load or RMW.
  read_by: array [thread] of array [tag] of record
    active: boolean;
    what: operation;
    past: boolean;                        -- when it was issued
    behind: array [tag] of boolean;       -- acquires that were outstanding when it was issued
    ahead_of: array [value] of boolean;   -- of an acquire: values of the marked location that were read or
                                          -- stored by what was issued after it
  end;

procedure ObserveStart();
begin
  for l: line do marked.at := l; end;
  marked.part := WORDS - 1;
  marked.placed := false;
  for v: value do
    place_of[v] := v = 0 ? EARLIER : UNPLACED;
    must_follow[v] := false;
  end;
  for t: thread do
    past_marked[t] := false;
    past_fence[t] := false;
    may_pass[t] := false;
    for g: tag do read_by[t][g].active := false; end;
  end;
  for l: line do for w: word do
    newest[l][w] := 0;
    for v: value do
      carried_by[l][w][v].any := false;
      carried_by[l][w][v].reads := false;
    end;
  end; end;
end;

function IsMarked(l: line; w: word): boolean;
begin
  return l = marked.at & w = marked.part;
end;

-- The store of v comes after the marked one, or is it.
procedure MustFollow(v: value);
begin
  if v != MARK then
    assert "what comes after a store in happens-before comes after it in its location's order" place_of[v] != EARLIER;
    if !marked.placed then must_follow[v] := true; end;
  end;
end;

-- A thread is past the marked store: from here on, and with what it issued
-- after the acquire g, which has just returned.
procedure Passes(t: thread; g: tag);
begin
  past_marked[t] := true;
  for h: tag do
    if read_by[t][h].active & h != g then
      if read_by[t][h].behind[g] then read_by[t][h].past := true; end;
    end;
  end;
  for v: value do
    if read_by[t][g].ahead_of[v] then MustFollow(v); end;
  end;
end;

-- Whether both threads belong to the one instance of the scope.
function InOneScope(t: thread; u: thread; s: scope_type): boolean;
begin
  switch s
  case SYSTEM:                return true;
  case COMPONENT:             return ComponentOf(CuOf(t)) = ComponentOf(CuOf(u));
  case WORK_GROUP:            return CuOf(t) = CuOf(u);
  case WAVEFRONT, WORK_ITEM:  return t = u;
  end;
end;

-- Whether t hears what the store of v to the location carries, by an access of
-- this scope.
function Hears(t: thread; l: line; w: word; v: value; s: scope_type): boolean;
begin
  if !carried_by[l][w][v].any then return false; end;
  alias from: carried_by[l][w][v] do
    if EXACT = 1 & from.scope != s then return false; end;
    return InOneScope(from.who, t, s) & InOneScope(from.who, t, from.scope);
  end;
end;

-- What t reads or stores now, at the marked location, counts as issued after its outstanding acquires.
procedure CountAsAhead(t: thread; v: value);
begin
  for g: tag do
    if read_by[t][g].active then
      if Acquires(read_by[t][g].what) then read_by[t][g].ahead_of[v] := true; end;
    end;
  end;
end;

procedure MarkStore(t: thread; o: operation);
begin
  alias l: LineOf(o); w: WordOf(o); v: Stored(o) do
    if IsMarked(l, w) then
      if v = MARK then
        past_marked[t] := true;
      else
        if past_marked[t] then MustFollow(v); end;
        CountAsAhead(t, v);
      end;
    end;
    carried_by[l][w][v].any := (Releases(o) & past_marked[t]) | (Order(o) != PLAIN & past_fence[t] & Scope(o) = SYSTEM);
    carried_by[l][w][v].reads := !carried_by[l][w][v].any & Acquires(o) & Releases(o);
    if carried_by[l][w][v].any | carried_by[l][w][v].reads then
      carried_by[l][w][v].who := t;
      carried_by[l][w][v].scope := Scope(o);
    end;
  end;
end;

procedure MarkFence(t: thread; o: operation);
begin
  if Scope(o) = SYSTEM then
    if Acquires(o) & may_pass[t] then past_marked[t] := true; end;
    if Releases(o) & past_marked[t] then past_fence[t] := true; end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if Kind(o) = FENCE then
    MarkFence(t, o);
  else
    if Kind(o) != STORE then
      read_by[t][g].active := true;
      read_by[t][g].what := o;
      read_by[t][g].past := past_marked[t];
      for h: tag do
        read_by[t][g].behind[h] := false;
        if h != g & read_by[t][h].active then read_by[t][g].behind[h] := Acquires(read_by[t][h].what); end;
      end;
      for v: value do read_by[t][g].ahead_of[v] := false; end;
    end;
    if Kind(o) != LOAD then MarkStore(t, o); end;
  end;
end;

-- An acquire has returned a value that carries the marked store, or a read that
-- a fence may make one.
procedure Hear(t: thread; g: tag; v: value);
begin
  alias o: read_by[t][g].what do
    if Order(o) != PLAIN & Hears(t, LineOf(o), WordOf(o), v, Scope(o)) then
      if Acquires(o) then
        Passes(t, g);
      end;
      if Scope(o) = SYSTEM & carried_by[LineOf(o)][WordOf(o)][v].scope = SYSTEM then may_pass[t] := true; end;
    end;
  end;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  alias l: LineOf(read_by[t][g].what); w: WordOf(read_by[t][g].what) do
    if IsMarked(l, w) then
      if read_by[t][g].past then MustFollow(v); end;
      for h: tag do
        if read_by[t][g].behind[h] & read_by[t][h].active then read_by[t][h].ahead_of[v] := true; end;
      end;
    end;
    Hear(t, g, v);
  end;
  for h: tag do
    if read_by[t][h].active & h != g then read_by[t][h].behind[g] := false; end;
  end;
  undefine read_by[t][g];
  read_by[t][g].active := false;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

-- A read-modify-write's store takes its place: what is before it was read.
procedure CarryOn(t: thread; l: line; w: word; v: value);
begin
  if carried_by[l][w][v].reads then
    carried_by[l][w][v].reads := false;
    if Hears(t, l, w, newest[l][w], carried_by[l][w][v].scope) then
      carried_by[l][w][v].any := true;
    else
      undefine carried_by[l][w][v];
      carried_by[l][w][v].any := false;
      carried_by[l][w][v].reads := false;
    end;
  end;
  newest[l][w] := v;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  CarryOn(t, l, w, v);
  if IsMarked(l, w) then
    if v = MARK then
      marked.placed := true;
      for u: value do must_follow[u] := false; end;
    elsif marked.placed then
      place_of[v] := LATER;
    else
      assert "what comes after a store in happens-before comes after it in its location's order" !must_follow[v];
      place_of[v] := EARLIER;
    end;
  end;
end;
