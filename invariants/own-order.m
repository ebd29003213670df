-- SPDX-License-Identifier: BSD-2-Clause
-- Accesses of a thread to a location keep their program order, however many
-- are outstanding (Singh, thesis, 7.1.2, (2)); promised by every machine.
-- For the free driver, where a value names its store.
--
--   CoRR   of two loads the later issued one sees no older version
--   CoWR   a load sees the thread's own earlier store, or a later version
--   CoRW   a load sees no store that its thread issued after it
--
-- A read-modify-write is a load and then a store.
-- Caught: models/tc/mutants/strong-overtaking.patch, weak-overtaking.patch.
-- needs: named-values

-- show: ghost version_of, last, own, seen, load

type
  version: 0 .. VALUES;

var
  -- Of the store of v; undefined until it is performed.
  version_of: array [line] of array [word] of array [value] of version;
  last: array [line] of array [word] of version;
  -- The value that the thread last issued a store of; else the initial one.
  own: array [thread] of array [line] of array [word] of value;
  -- The latest version that a completed load of the thread has seen.
  seen: array [thread] of array [line] of array [word] of version;
  load: array [thread] of array [tag] of record
    active: boolean;
    at: line;
    part: word;
    own: value;                         -- as `own` at its issue,
    floor: version;                     -- and `seen`
    ceiling: version;                   -- what a load issued after it has seen
    before: array [tag] of boolean;     -- loads outstanding when it was issued
    later: array [value] of boolean;    -- stores that its thread issued after it
  end;

procedure ObserveStart();
begin
  for l: line do
    for w: word do
      last[l][w] := 0;
      version_of[l][w][Initial(l, w)] := 0;
      for t: thread do
        seen[t][l][w] := 0;
        own[t][l][w] := Initial(l, w);
      end;
    end;
  end;
  for t: thread do
    for g: tag do load[t][g].active := false; end;
  end;
end;

procedure ObserveOperation(t: thread; g: tag; o: operation); begin end;

procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value);
begin
  own[t][l][w] := v;
  for g: tag do
    if load[t][g].active then
      if load[t][g].at = l & load[t][g].part = w then
        load[t][g].later[v] := true;
      end;
    end;
  end;
end;

-- ObserveStoreIssue of a read-modify-write comes after this: it reads before
-- it writes.
procedure ObserveIssue(t: thread; g: tag; l: line; w: word);
begin
  alias it: load[t][g] do
    it.active := true;
    it.at := l;
    it.part := w;
    it.own := own[t][l][w];
    it.floor := seen[t][l][w];
    it.ceiling := VALUES;
    for h: tag do it.before[h] := h != g & load[t][h].active; end;
    for v: value do it.later[v] := false; end;
  end;
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  last[l][w] := last[l][w] + 1;
  version_of[l][w][v] := last[l][w];
end;

-- Whether a load may have the value v of version n, by the thread's own store
-- before it.
function AfterOwn(t: thread; g: tag; n: version): boolean;
begin
  alias it: load[t][g] do
    return !isundefined(version_of[it.at][it.part][it.own]) & n >= version_of[it.at][it.part][it.own];
  end;
end;

procedure ObserveVersion(t: thread; g: tag; n: version);
begin
  alias it: load[t][g] do
    assert "CoRR" n >= it.floor & n <= it.ceiling;
    assert "CoWR" AfterOwn(t, g, n);
    if n > seen[t][it.at][it.part] then
      seen[t][it.at][it.part] := n;
    end;
    for h: tag do
      if it.before[h] & load[t][h].active then
        if load[t][h].at = it.at & load[t][h].part = it.part & n < load[t][h].ceiling then
          load[t][h].ceiling := n;
        end;
      end;
    end;
  end;
end;

procedure ObserveLoad(t: thread; g: tag; v: value);
begin
  assert "CoRW" !load[t][g].later[v];
  if !isundefined(version_of[load[t][g].at][load[t][g].part][v]) then
    ObserveVersion(t, g, version_of[load[t][g].at][load[t][g].part][v]);
  end;
  for h: tag do
    if load[t][h].active then load[t][h].before[g] := false; end;
  end;
  undefine load[t][g];
  load[t][g].active := false;
end;
