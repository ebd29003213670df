-- SPDX-License-Identifier: BSD-2-Clause
-- A protocol to begin with: a memory, and in each CU an L1 that stores are written
-- through.  A load hits in its L1; whatever else a thread asks for goes to the
-- memory as a request, one of a thread at a time.  A store takes its place there and
-- drops every copy of the word, all in one step, so this is sequentially
-- consistent.  What a machine has to have is in models/lib/README.md; try, with
-- the path of this file:
--
--   murrelet machines --check FILE.m                   does it keep to the interface
--   murrelet check --machine FILE.m --driver free      all programs, each value once
--   murrelet check --machine FILE.m --driver endless   programs of any length
--   murrelet litmus --machine FILE.m TEST.litmus       one program
--   murrelet suite --machine FILE.m                    what it promises, test by test
--   murrelet infer FILE.m                              what it could promise
--
-- What stands after `machine:` is read.  The promise is what a suite holds it to;
-- the invariants are what `check` asks; a variant sets constants (FILE.m:uncached).
--
-- machine: source: where the protocol is described
-- machine: promises: sc
-- machine: invariants: versions data-value
-- machine: variant uncached: CACHED=0, no copies at all
-- machine: values CACHED: 0..1

const
  CACHED: 1;          -- 0: no load leaves a copy

var
  memory: array [line] of array [word] of value;
  l1: array [cu] of array [line] of array [word] of record
    valid: boolean;
    data: value;                       -- undefined where it is not valid
  end;
  request: array [thread] of record    -- on its way to the memory
    active: boolean;
    what: operation;
    answer: tag;                       -- of a load or a read-modify-write
  end;

-- What a state has no use for is undefined: two states that differ in it alone
-- would be two.
procedure Drop(c: cu; l: line; w: word);
begin
  l1[c][l][w].valid := false;
  undefine l1[c][l][w].data;
end;

procedure Install(c: cu; l: line; w: word);
begin
  if CACHED = 1 then
    l1[c][l][w].valid := true;
    l1[c][l][w].data := memory[l][w];
  end;
end;

-- Every variable has a value, or is undefined on purpose.
procedure MachineStart();
begin
  for l: line do
    for w: word do
      memory[l][w] := Initial(l, w);
      for c: cu do Drop(c, l, w); end;
    end;
  end;
  for t: thread do
    undefine request[t];
    request[t].active := false;
  end;
end;

-- ---- what a thread asks for ----

-- One access at a time, in program order: no fence has anything to wait for.
function Accepts(t: thread; o: operation): boolean;
begin
  return !request[t].active;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE then
    return;
  end;
  alias copy: l1[CuOf(t)][LineOf(o)][WordOf(o)] do
    if Kind(o) = LOAD & copy.valid then
      Complete(t, g, copy.data);
      return;
    end;
  end;
  request[t].active := true;
  request[t].what := o;
  if Kind(o) != STORE then             -- a store has no tag
    request[t].answer := g;
  end;
end;

-- A load of another wavefront of the CU, which binds nothing: it warms the L1.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return CACHED = 1 & !l1[c][l][w].valid & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  Install(c, l, w);
end;

-- No thread of the CU reads the line any more: fewer states without its copies.
procedure Unwanted(c: cu; l: line);
begin
  for w: word do Drop(c, l, w); end;
  PrefetchesOfWanted(c);
end;

-- ---- the memory ----

-- A store takes its place in the order of its location: ObserveStore says so.
procedure Write(t: thread; l: line; w: word; v: value);
begin
  memory[l][w] := v;
  for c: cu do Drop(c, l, w); end;
  ObserveStore(t, l, w, v);
end;

procedure Serve(t: thread; o: operation);
var old: value;
begin
  old := memory[LineOf(o)][WordOf(o)];
  switch Kind(o)
  case LOAD:
    Install(CuOf(t), LineOf(o), WordOf(o));
  case STORE:
    Write(t, LineOf(o), WordOf(o), Stored(o));
  case RMW:
    if Writes(o, old) then
      Write(t, LineOf(o), WordOf(o), Result(o, old));
    end;
  end;
  if Kind(o) != STORE then
    Complete(t, request[t].answer, old);
  end;
end;

ruleset t: thread do
  fair rule "the memory serves"
    request[t].active
  ==>
  begin
    Serve(t, request[t].what);
    undefine request[t];
    request[t].active := false;
  end;
end;

-- EvictionsOn: where the search is to have them.
ruleset c: cu; l: line; w: word do
  rule "an L1 evicts"
    EvictionsOn() & l1[c][l][w].valid
  ==>
  begin
    Drop(c, l, w);
  end;
end;

-- ---- what can be seen from outside ----

function Quiescent(): boolean;
begin
  return forall t: thread do !request[t].active end;
end;

function FinalValue(l: line; w: word): value;       begin return memory[l][w];       end;
function Latest(l: line; w: word): value;           begin return memory[l][w];       end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l][w].valid;  end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l][w].data;   end;
function MayWrite(c: cu; l: line): boolean;         begin return false;              end;  -- no CU, without asking
