-- SPDX-License-Identifier: BSD-2-Clause
-- What happens-before promises, of all stores at once: the oracle of
-- marked-store.m, which has the same rules of one store.  For each thread the
-- stores that happen before what it issues next are kept, a clock each; a store
-- that releases keeps those of its thread, and gives them to whoever acquires
-- its value.  For small sizes: nothing is folded.
-- needs: named-values

-- show: ghost position, performed, after, known, fence_knows, fence_hears, released, newest, reading

const
  EXACT: 1;      -- 1: only scopes that are one and the same synchronise

type
  store_set: array [line] of array [word] of array [value] of boolean;

var
  -- The n-th store of its location, or undefined until it is performed.
  position: array [line] of array [word] of array [value] of 0 .. VALUES;
  performed: array [line] of array [word] of 0 .. VALUES;
  -- after[l][w][v][u]: the store of v has to come after that of u.
  after: array [line] of array [word] of array [value] of array [value] of boolean;
  known: array [thread] of store_set;
  fence_knows: array [thread] of store_set;  -- at the last release fence
  fence_hears: array [thread] of store_set;  -- an acquire fence to come
  released: array [line] of array [word] of array [value] of record
    any: boolean;
    reads: boolean;                          -- it will know more: what its read-modify-write reads from
    who: thread;
    scope: scope_type;
    stores: store_set;
  end;
  newest: array [line] of array [word] of value;
  reading: array [thread] of array [tag] of record
    active: boolean;
    what: operation;
    known: store_set;
    behind: array [tag] of boolean;          -- acquires that were outstanding when it was issued
    ahead_of: store_set;                     -- of an acquire: what was read or stored by what was issued after it
  end;

procedure Forget(var s: store_set);
begin
  for l: line do for w: word do for v: value do s[l][w][v] := false; end; end; end;
end;

procedure Join(var s: store_set; r: store_set);
begin
  for l: line do for w: word do for v: value do s[l][w][v] := s[l][w][v] | r[l][w][v]; end; end; end;
end;

procedure ObserveStart();
var none: store_set;
begin
  Forget(none);
  for l: line do for w: word do
    performed[l][w] := 0;
    position[l][w][0] := 0;
    newest[l][w] := 0;
    for v: value do
      released[l][w][v].any := false;
      released[l][w][v].reads := false;
      for u: value do after[l][w][v][u] := false; end;
    end;
  end; end;
  for t: thread do
    known[t] := none;
    fence_knows[t] := none;
    fence_hears[t] := none;
    for g: tag do reading[t][g].active := false; end;
  end;
end;

-- The store of v to the location comes after that of u, or is it.
procedure MustFollow(l: line; w: word; v: value; u: value);
begin
  if v != u then
    assert "what comes after a store in happens-before comes after it in its location's order"
      isundefined(position[l][w][v]) | (!isundefined(position[l][w][u]) & position[l][w][u] < position[l][w][v]);
    if isundefined(position[l][w][v]) then after[l][w][v][u] := true; end;
  end;
end;

procedure MustFollowAll(l: line; w: word; v: value; s: store_set);
begin
  for u: value do if s[l][w][u] then MustFollow(l, w, v, u); end; end;
end;

-- t knows these stores: from here on, and with what it issued after the acquire g, which has just returned.
procedure Learns(t: thread; g: tag; s: store_set);
begin
  Join(known[t], s);
  for h: tag do
    if reading[t][h].active & h != g then
      if reading[t][h].behind[g] then Join(reading[t][h].known, s); end;
    end;
  end;
  for l: line do for w: word do for v: value do
    if reading[t][g].ahead_of[l][w][v] then MustFollowAll(l, w, v, s); end;
  end; end; end;
end;

function InOneScope(t: thread; u: thread; s: scope_type): boolean;
begin
  switch s
  case SYSTEM:                return true;
  case COMPONENT:             return ComponentOf(CuOf(t)) = ComponentOf(CuOf(u));
  case WORK_GROUP:            return CuOf(t) = CuOf(u);
  case WAVEFRONT, WORK_ITEM:  return t = u;
  end;
end;

function Hears(t: thread; l: line; w: word; v: value; s: scope_type): boolean;
begin
  if !released[l][w][v].any then return false; end;
  alias from: released[l][w][v] do
    if EXACT = 1 & from.scope != s then return false; end;
    return InOneScope(from.who, t, s) & InOneScope(from.who, t, from.scope);
  end;
end;

-- What a release or a store after a release fence gives to who acquires it.
procedure Release(t: thread; o: operation; stores: store_set);
begin
  alias r: released[LineOf(o)][WordOf(o)][Stored(o)] do
    r.any := true;
    r.reads := Acquires(o) & Releases(o);
    r.who := t;
    r.scope := Scope(o);
    r.stores := stores;
  end;
end;

procedure KnowStore(t: thread; o: operation);
begin
  alias l: LineOf(o); w: WordOf(o); v: Stored(o) do
    MustFollowAll(l, w, v, known[t]);
    for g: tag do
      if reading[t][g].active then
        if Acquires(reading[t][g].what) then reading[t][g].ahead_of[l][w][v] := true; end;
      end;
    end;
    known[t][l][w][v] := true;
    if Releases(o) then
      Release(t, o, known[t]);
    elsif Order(o) != PLAIN & Scope(o) = SYSTEM then
      Release(t, o, fence_knows[t]);
    end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation);
begin
  if Kind(o) = FENCE then
    if Scope(o) = SYSTEM & Acquires(o) then Join(known[t], fence_hears[t]); end;
    if Scope(o) = SYSTEM & Releases(o) then Join(fence_knows[t], known[t]); end;
  else
    if Kind(o) != STORE then
      reading[t][g].active := true;
      reading[t][g].what := o;
      reading[t][g].known := known[t];
      Forget(reading[t][g].ahead_of);
      for h: tag do
        reading[t][g].behind[h] := false;
        if h != g & reading[t][h].active then reading[t][g].behind[h] := Acquires(reading[t][h].what); end;
      end;
    end;
    if Kind(o) != LOAD then KnowStore(t, o); end;
  end;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  alias l: LineOf(reading[t][g].what); w: WordOf(reading[t][g].what); o: reading[t][g].what do
    MustFollowAll(l, w, v, reading[t][g].known);
    for h: tag do
      if reading[t][g].behind[h] & reading[t][h].active then reading[t][h].ahead_of[l][w][v] := true; end;
    end;
    if Order(o) != PLAIN & Hears(t, l, w, v, Scope(o)) then
      if Acquires(o) then
        Learns(t, g, released[l][w][v].stores);
      end;
      if Scope(o) = SYSTEM & released[l][w][v].scope = SYSTEM then
        Join(fence_hears[t], released[l][w][v].stores);
      end;
    end;
  end;
  for h: tag do
    if reading[t][h].active & h != g then reading[t][h].behind[g] := false; end;
  end;
  undefine reading[t][g];
  reading[t][g].active := false;
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if released[l][w][v].reads then
    if Hears(t, l, w, newest[l][w], released[l][w][v].scope) then
      Join(released[l][w][v].stores, released[l][w][newest[l][w]].stores);
    end;
    released[l][w][v].reads := false;
  end;
  newest[l][w] := v;
  performed[l][w] := performed[l][w] + 1;
  position[l][w][v] := performed[l][w];
  for u: value do
    if after[l][w][v][u] then
      assert "what comes after a store in happens-before comes after it in its location's order"
        !isundefined(position[l][w][u]);
      after[l][w][v][u] := false;
    end;
  end;
end;
