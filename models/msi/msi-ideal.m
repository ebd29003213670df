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

var
  memory: array [line] of array [word] of value;
  sharers: array [line] of array [cu] of boolean;  -- the directory's list: a superset
  l1: array [cu] of array [line] of record
    state: msi_state;
    data: array [word] of value;
  end;

procedure MachineStart();
begin
  for l: line do
    for w: word do
      memory[l][w] := Initial(l, w);
    end;
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

procedure Drop(c: cu; l: line);
begin
  l1[c][l].state := INVALID;
  undefine l1[c][l].data;
end;

procedure InvalidateOthers(c: cu; l: line);
begin
  for d: cu do
    if d != c & sharers[l][d] then
      Drop(d, l);
      sharers[l][d] := false;
    end;
  end;
end;

procedure GetModified(c: cu; l: line);
begin
  if l1[c][l].state != MODIFIED then
    GetShared(c, l);
    InvalidateOthers(c, l);
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
      l1[c][l].data[w] := Kind(o) = STORE ? Stored(o) : Result(o, v);
      ObserveStore(t, l, w, l1[c][l].data[w]);
    end;
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = INVALID & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  GetShared(c, l);
end;

-- A shared copy is evicted silently, so nobody can tell that it is gone.
procedure Unwanted(c: cu; l: line);
begin
  if l1[c][l].state = SHARED then
    Drop(c, l);
    sharers[l][c] := false;
  end;
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

function Latest(l: line; w: word): value;
begin
  for c: cu do
    if l1[c][l].state = MODIFIED then
      return l1[c][l].data[w];
    end;
  end;
  return memory[l][w];
end;

function FinalValue(l: line; w: word): value;       begin return Latest(l, w); end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].state != INVALID; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return l1[c][l].state = MODIFIED; end;
