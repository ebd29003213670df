-- SPDX-License-Identifier: BSD-2-Clause
-- A memory, and on each CU a cache that stores are written through.  Loads hit
-- in it; accesses with an order other than plain go to the memory, and what
-- acquires drops all copies of its CU.
--
-- machine: source: docs/own-protocol.md
-- machine: promises: hrf-indirect-relaxed

var
  memory: array [line] of array [word] of value;
  cache: array [cu] of array [line] of array [word] of record
    valid: boolean;
    data: value;
  end;

procedure Drop(c: cu; l: line; w: word);
begin
  cache[c][l][w].valid := false;
  undefine cache[c][l][w].data;
end;

procedure DropAll(c: cu);
begin
  for l: line do for w: word do Drop(c, l, w); end; end;
end;

procedure MachineStart();
begin
  for l: line do for w: word do memory[l][w] := Initial(l, w); end; end;
  for c: cu do DropAll(c); end;
end;

-- ---- what a thread asks for ----

function Accepts(t: thread; o: operation): boolean;
begin
  return true;
end;

procedure Fill(c: cu; l: line; w: word);
begin
  cache[c][l][w].valid := true;
  cache[c][l][w].data := memory[l][w];
end;

procedure Store(t: thread; l: line; w: word; v: value);
begin
  memory[l][w] := v;
  ObserveStore(t, l, w, v);
  Drop(CuOf(t), l, w);
end;

procedure Load(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Order(o) != PLAIN then
      Drop(c, l, w);
      if Acquires(o) then DropAll(c); end;
      Complete(t, g, memory[l][w]);
    else
      if !cache[c][l][w].valid then
        Fill(c, l, w);
      end;
      Complete(t, g, cache[c][l][w].data);
    end;
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
var old: value;
begin
  switch Kind(o)
  case LOAD:
    Load(t, o, g);
  case STORE:
    Store(t, LineOf(o), WordOf(o), Stored(o));
  case RMW:
    old := memory[LineOf(o)][WordOf(o)];
    if Writes(o, old) then
      Store(t, LineOf(o), WordOf(o), Result(o, old));
    end;
    if Acquires(o) then DropAll(CuOf(t)); end;
    Complete(t, g, old);
  else
    if Acquires(o) then DropAll(CuOf(t)); end;
  end;
end;

-- ---- loads of other wavefronts ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !cache[c][l][w].valid & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  Fill(c, l, w);
end;

-- A copy that nobody reads any more is as good as none: fewer states.
procedure Unwanted(c: cu; l: line);
begin
  for w: word do Drop(c, l, w); end;
end;

-- ---- what can be seen from outside ----

function Quiescent(): boolean;                      begin return true; end;
function FinalValue(l: line; w: word): value;       begin return memory[l][w]; end;
function Latest(l: line; w: word): value;           begin return memory[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return cache[c][l][w].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return cache[c][l][w].data; end;
function MayWrite(c: cu; l: line): boolean;         begin return true; end;
