-- SPDX-License-Identifier: BSD-2-Clause
-- An idealised MSI directory: messages take no time, so every access is one
-- step and there is no transient state.  Write-back L1s, a full-map directory
-- in memory; a shared copy is evicted silently, a modified one written back.
--
-- machine: source: Singh, thesis, section 2.2.2 and Figure 2.2
-- machine: promises: sc
-- machine: invariants: versions swmr data-value
-- machine: lowering: every access is performed in program order as it is
--   issued, so orders, scopes and fences add nothing

type
  msi_state: enum { MODIFIED, SHARED, INVALID };

include "../lib/parts/sharers.m"
include "../lib/parts/write-back.m"

var
  sharers: array [line] of sharer_set;  -- the directory's list: a superset
  l1: array [cu] of array [line] of record
    state: msi_state;
    data: array [word] of value;
  end;

procedure MachineStart();
begin
  LatestStart();
  for l: line do
    for c: cu do
      sharers[l][c] := false;
      l1[c][l].state := INVALID;
    end;
  end;
end;

-- The owner, if there is one, writes back and keeps a shared copy.
procedure Recall(l: line);
begin
  for c: cu do
    if l1[c][l].state = MODIFIED then
      memory[l] := l1[c][l].data;
      l1[c][l].state := SHARED;
    end;
  end;
end;

procedure GetShared(c: cu; l: line);
begin
  if l1[c][l].state = INVALID then
    Recall(l);
    sharers[l][c] := true;
    l1[c][l].state := SHARED;
    l1[c][l].data := memory[l];
  end;
end;

procedure Drop(c: cu; l: line); begin l1[c][l].state := INVALID; undefine l1[c][l].data; end;

procedure Invalidate(d: cu; l: line; c: cu); begin Drop(d, l); end;

procedure GetModified(c: cu; l: line);
begin
  if l1[c][l].state != MODIFIED then
    GetShared(c, l);
    InvalidateOthers(sharers[l], l, c);
    ClearSet(sharers[l]);
    sharers[l][c] := true;
    l1[c][l].state := MODIFIED;
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  return true;
end;

procedure Issue(t: thread; o: operation; g: tag);
var v: value;
begin
  if Kind(o) = FENCE then
    return;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Kind(o) = LOAD then
      GetShared(c, l);
    else
      GetModified(c, l);
    end;
    v := l1[c][l].data[w];
    if Kind(o) != STORE then
      Complete(t, g, v);
    end;
    if Kind(o) = STORE | (Kind(o) = RMW & Writes(o, v)) then
      Write(t, l, w, Kind(o) = STORE ? Stored(o) : Result(o, v));
    end;
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = INVALID & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word); begin GetShared(c, l); end;

-- A shared copy is evicted silently, so nobody can tell that it is gone.
procedure Unwanted(c: cu; l: line);
begin
  if l1[c][l].state = SHARED then
    Drop(c, l);
    sharers[l][c] := false;
  end;
  PrefetchesOfWanted(c);
end;

ruleset c: cu; l: line do
  rule "evict"
    EvictionsOn() & l1[c][l].state != INVALID
  ==>
  begin
    if l1[c][l].state = MODIFIED then
      memory[l] := l1[c][l].data;
      sharers[l][c] := false;
    end;
    Drop(c, l);
  end;
end;

function Quiescent(): boolean;
begin
  return true;
end;

function FinalValue(l: line; w: word): value;       begin return OwnersOrMemory(l, w); end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].state != INVALID; end;
function MayWrite(c: cu; l: line): boolean;         begin return l1[c][l].state = MODIFIED; end;

-- show: lane "directory" of sharers
