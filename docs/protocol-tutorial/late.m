-- SPDX-License-Identifier: BSD-2-Clause
-- A directory protocol.  Each CU has a write-back L1; the directory, at the memory,
-- knows which L1 owns a line or which may share it, and serves one request for a
-- line at a time.
--
-- machine: source: docs/protocol-tutorial.md
-- machine: promises: sc
-- machine: invariants: versions swmr data-value
-- machine: values REGISTERS: 1..2
--
-- show: lane "directory" of memory, directory
-- show: channel request from cu to "directory" as "{kind} {line}"
-- show: channel probe from "directory" to cu as "{kind} {line}"
-- show: channel answer from cu to "directory" as "{kind} {line} {data}"
-- show: channel fill from "directory" to cu as "{kind} {line} {data}"
-- show: ghost latest

const
  REGISTERS: 1;           -- misses that an L1 may have outstanding

type
  block: array [word] of value;
  l1_state: enum { I, S, M,            -- stable: nothing; may read; may write
                   IS, IM };           -- a miss, to read or to write: waits for Data
  kind: enum { NONE,
               GetS, GetM,             -- requests: a copy to read, the only copy
               Inv, Recall,            -- probes: give up a copy, the only copy
               Ack, WB,                -- answers: given up; with what was stored
               Data };
  message: record
    kind: kind;
    data: block;                       -- of WB, Data
  end;
  channel: array [cu] of array [line] of message;

var
  l1: array [cu] of array [line] of record
    state: l1_state;
    data: block;                       -- of S, M
    writer: thread;                    -- of IM: whose miss it is
  end;
  waiting: array [thread] of record    -- for the miss of its line
    active: boolean;
    what: operation;
    answer: tag;                       -- but for a store
  end;

  request, probe, answer, fill: channel; -- what is in one may overtake what is in another

  memory: array [line] of block;
  directory: array [line] of record
    sharer: array [cu] of boolean;     -- at least those with a copy, which may be dropped silently
    owned: boolean;
    owner: cu;
    busy: boolean;                     -- with a request, until all who were probed have answered
    kind: kind;
    requester: cu;
    probed: array [cu] of boolean;
  end;
  latest: array [line] of block;       -- what was stored last, wherever it is

-- ---- messages ----

procedure Empty(var m: message);
begin
  undefine m;
  m.kind := NONE;
end;

-- One message of each class is under way to or from a CU about a line.
procedure Send(var m: message; k: kind);
begin
  assert "no message is lost" m.kind = NONE;
  m.kind := k;
end;

procedure SendData(var m: message; k: kind; var b: block);
begin
  Send(m, k);
  m.data := b;
end;

procedure MachineStart();
begin
  for l: line do
    for w: word do memory[l][w] := Initial(l, w); end;
    latest[l] := memory[l];
    undefine directory[l];
    directory[l].owned := false;
    directory[l].busy := false;
    for c: cu do
      undefine l1[c][l];
      l1[c][l].state := I;
      Empty(request[c][l]);
      Empty(probe[c][l]);
      Empty(answer[c][l]);
      Empty(fill[c][l]);
      directory[l].sharer[c] := false;
      directory[l].probed[c] := false;
    end;
  end;
  for t: thread do
    undefine waiting[t];
    waiting[t].active := false;
  end;
end;

-- ---- the L1 ----

procedure Enter(c: cu; l: line; s: l1_state);
begin
  l1[c][l].state := s;
  if s != S & s != M then undefine l1[c][l].data; end;
  if s != IM then undefine l1[c][l].writer; end;
end;

-- A line that waits for Data has one of its L1's miss registers.
function InMiss(c: cu; l: line): boolean;
begin
  alias s: l1[c][l].state do return s = IS | s = IM; end;
end;

function Misses(c: cu): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    if InMiss(c, l) then n := n + 1; end;
  end;
  return n;
end;

procedure Store(t: thread; l: line; w: word; v: value);
begin
  l1[CuOf(t)][l].data[w] := v;
  latest[l][w] := v;
  ObserveStore(t, l, w, v);
end;

-- An access that the L1 has permission for.
procedure Perform(t: thread; o: operation; g: tag);
var old: value;
begin
  alias l: LineOf(o); w: WordOf(o) do
    if Kind(o) = STORE then
      Store(t, l, w, Stored(o));
    else
      old := l1[CuOf(t)][l].data[w];
      if Kind(o) = RMW & Writes(o, old) then Store(t, l, w, Result(o, old)); end;
      Complete(t, g, old);
    end;
  end;
end;

procedure EndWait(t: thread);
begin
  undefine waiting[t];
  waiting[t].active := false;
end;

-- Loads take what came.
procedure ServeLoads(c: cu; l: line);
begin
  for t: thread do
    if waiting[t].active & CuOf(t) = c & LineOf(waiting[t].what) = l then
      Complete(t, waiting[t].answer, fill[c][l].data[WordOf(waiting[t].what)]);
      EndWait(t);
    end;
  end;
end;

procedure ServeWriter(t: thread);
begin
  Perform(t, waiting[t].what, waiting[t].answer);
  EndWait(t);
end;

procedure Install(c: cu; l: line; s: l1_state);
begin
  Enter(c, l, s);
  l1[c][l].data := fill[c][l].data;
end;

function Hits(t: thread; o: operation): boolean;
begin
  alias s: l1[CuOf(t)][LineOf(o)].state do
    return s = M | (s = S & Kind(o) = LOAD);
  end;
end;

procedure StartMiss(c: cu; l: line; s: l1_state; k: kind);
begin
  Send(request[c][l], k);
  Enter(c, l, s);
end;

-- A thread has one access at a time.  Loads join a miss to read.
function Accepts(t: thread; o: operation): boolean;
begin
  if waiting[t].active then return false; end;
  if Kind(o) = FENCE then return true; end;
  alias c: CuOf(t); s: l1[c][LineOf(o)].state do
    return Hits(t, o) | (s = IS & Kind(o) = LOAD) | ((s = I | s = S) & Misses(c) < REGISTERS);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE then return; end;
  if Hits(t, o) then
    Perform(t, o, g);
    return;
  end;
  waiting[t].active := true;
  waiting[t].what := o;
  if Kind(o) != STORE then waiting[t].answer := g; end;
  alias c: CuOf(t); l: LineOf(o) do
    if Kind(o) != LOAD then
      StartMiss(c, l, IM, GetM);
      l1[c][l].writer := t;
    elsif !InMiss(c, l) then
      StartMiss(c, l, IS, GetS);
    end;
  end;
end;

-- Loads of other wavefronts, which bind nothing; and copies that nobody here will read.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & Misses(c) < REGISTERS & Wanted(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word); begin StartMiss(c, l, IS, GetS); end;

procedure Unwanted(c: cu; l: line);
begin
  if l1[c][l].state = S then Enter(c, l, I); end;
end;

ruleset c: cu; l: line do

  fair rule "Data arrives"
    fill[c][l].kind = Data
  ==>
  var t: thread;
  begin
    switch l1[c][l].state
      case IS:
        Install(c, l, S);
        ServeLoads(c, l);
      case IM:
        t := l1[c][l].writer;
        Install(c, l, M);
        ServeWriter(t);
    end;
    Empty(fill[c][l]);
  end;

  fair rule "an Inv arrives"
    probe[c][l].kind = Inv
  ==>
  begin
    if l1[c][l].state = S then Enter(c, l, I); end;
    Send(answer[c][l], Ack);
    Empty(probe[c][l]);
  end;

  -- One that overtook the Data waits for it.
  fair rule "a Recall arrives"
    probe[c][l].kind = Recall & l1[c][l].state != IM
  ==>
  begin
    SendData(answer[c][l], WB, l1[c][l].data);
    Enter(c, l, I);
    Empty(probe[c][l]);
  end;

end;

-- ---- the directory ----

procedure Grant(c: cu; l: line);
begin
  alias d: directory[l] do
    if d.kind = GetM then
      for e: cu do d.sharer[e] := false; end;
      d.owned := true;
      d.owner := c;
    else
      d.sharer[c] := true;
    end;
    SendData(fill[c][l], Data, memory[l]);
    d.busy := false;
    undefine d.kind;
    undefine d.requester;
  end;
end;

procedure GrantOnceAnswered(l: line);
begin
  if directory[l].busy & forall c: cu do !directory[l].probed[c] end then
    Grant(directory[l].requester, l);
  end;
end;

ruleset c: cu; l: line do

  fair rule "a request is taken"
    request[c][l].kind != NONE & !directory[l].busy
  ==>
  begin
    alias d: directory[l] do
      d.busy := true;
      d.kind := request[c][l].kind;
      d.requester := c;
      for e: cu do
        if d.owned & d.owner = e then
          Send(probe[e][l], Recall);
          d.probed[e] := true;
        elsif d.kind = GetM & d.sharer[e] & e != c then
          Send(probe[e][l], Inv);
          d.probed[e] := true;
        end;
      end;
      Empty(request[c][l]);
      GrantOnceAnswered(l);
    end;
  end;

  fair rule "an answer is taken"
    answer[c][l].kind != NONE
  ==>
  begin
    alias d: directory[l] do
      if answer[c][l].kind = WB then
        memory[l] := answer[c][l].data;
        d.owned := false;
        undefine d.owner;
      end;
      d.probed[c] := false;
      Empty(answer[c][l]);
      GrantOnceAnswered(l);
    end;
  end;

end;

-- ---- what can be seen from outside ----

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do
           request[c][l].kind = NONE & probe[c][l].kind = NONE & answer[c][l].kind = NONE & fill[c][l].kind = NONE
         end end;
end;

function FinalValue(l: line; w: word): value;
begin
  return directory[l].owned ? l1[directory[l].owner][l].data[w] : memory[l][w];
end;

function Latest(l: line; w: word): value;           begin return latest[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].state = S | l1[c][l].state = M; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return l1[c][l].state = M; end;

cover "two loads wait for one miss"
  exists t: thread do exists u: thread do
    t != u & CuOf(t) = CuOf(u) & waiting[t].active & waiting[u].active & LineOf(waiting[t].what) = LineOf(waiting[u].what)
  end end;
