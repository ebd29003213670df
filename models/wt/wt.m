-- SPDX-License-Identifier: BSD-2-Clause
-- Write-through L1s over one shared L2, with work-group and agent scopes; with
-- AGENT_L2=1, an L2 for each agent over one memory, and system scope.
--
-- Each CU has an L1 whose words are invalid, clean or dirty.  A store makes
-- its word dirty (a miss allocates that word alone) and goes to the L2 in the
-- channel from the CU to the line's bank, which is ordered; when it is
-- performed there, the word is clean.  The first level that a scope shares is
-- its coherence point: the L1 for a work-group, the L2 for an agent and above.
--
-- A store's answer is not modelled: between the store at the bank and the
-- answer, the CU's loads hit the dirty word as they would the clean one, and
-- a release only waits longer.  A load's answer is: it may reach the L1 long
-- after the bank read its data.  With STEPS all are (lib/steps.m), every access
-- beyond the L1 and every prefetch waits in its channel, and copies that no
-- thread will read are kept.
--
-- With AGENT_L2=1 the L2s write through to memory, in order for each line.  The
-- directory invalidates the clean copies of the other L2s before it lets a write
-- into memory, and serves nobody else meanwhile; so a clean word of an L2 is
-- always the memory's, and only the stores on their way are modelled.  A CPU is
-- in order, and its write-back caches are coherent by the same directory: its
-- accesses are performed in memory, each in one step.
--
-- machine: source: Hechtman et al., QuickRelease, section 2.4.1 (write-through baseline)
-- machine: promises: hrf-indirect-relaxed
-- machine: lowering: by scope.  Work-group and below: at the L1, nothing is
--   invalidated, a release waits for its thread's earlier loads and atomics.
--   Agent and system: at the L2; an acquire drops the L1's clean words as it
--   binds its value, a release waits for all that the L1 has outstanding.
--   Relaxed: at the scope's level, no waiting.  Remote orders as plain ones.
--   With AGENT_L2=1, system scope is at memory: stores to the line that the L2
--   still has go first, and a release waits for all that the L2 has outstanding.
-- machine: variant system: AGENT_L2=1, an L2 for each agent over one memory
-- machine: variant cpu: AGENT_L2=1 CPU=1, every agent but the first is a CPU
-- machine: variant cpu-first: AGENT_L2=1 CPU=2, the first agent is
-- machine: variant early-acquire: ACQUIRE_WAITS=0
-- machine: values STEPS AGENT_L2 ACQUIRE_WAITS: 0..1
-- machine: values CPU: 0..2
-- machine: values CHANNEL: 1..16
-- machine: values MISSES: 1..8

-- show: channel up from cu to "L2" as "{kind} {line} {what} {data}"
-- show: channel down from component to "L2" as "{kind} {line} {data}"

include "../lib/steps.m"

const
  -- Kinds of answers with STEPS; FILLED + m is the fill of miss m.
  BOUND: 0;    -- of an access beyond the L1
  ACK: 1;      -- of a dirty word that went down
  FILLED: 2;

  CHANNEL: 4;  -- requests of a CU on their way to one bank
  AGENT_L2: 0; -- 1: an L2 for each agent over one memory
  ACQUIRE_WAITS: 1; -- 1: synchronising accesses of a thread stay in order; 0: an acquire goes before earlier releases
  CPU: 0;      -- which agents are CPUs: 0 none, 1 all but the first, 2 the first

type
  request_message: record
    kind: request_kind;
    sender: thread;
    what: operation;
    answer: tag;
    fill: miss;
    at: word;
    data: value;
  end;

-- `memory` is the L2; with AGENT_L2=1 it is what is behind the L2s.
include "../lib/parts/word-l1.m"

var
  -- Stores of an L2 on their way to memory, each a WRITE; none unless AGENT_L2=1.
  down: array [component] of array [line] of channel_type;
  reads: array [thread] of 0 .. TAGS;    -- loads and RMWs whose value is not bound
  syncs: array [thread] of 0 .. STORES;  -- release stores not performed at their scope
  barrier: array [thread] of boolean;    -- an acquire is not bound

procedure MachineStart();
begin
  DetailStart();
  L1Start();
  for l: line do
    for d: component do down[d][l].count := 0; end;
  end;
  for t: thread do
    StartReads(t);
    syncs[t] := 0;
  end;
end;

-- ---- scopes ----

-- Performed at the L2: a synchronising or relaxed access of agent scope or wider.
function IsBeyond(o: operation): boolean;
begin
  return Order(o) != PLAIN & AtLeast(Scope(o), COMPONENT);
end;

-- Performed at memory, where agents have L2s of their own.
function IsSystem(o: operation): boolean;
begin
  return AGENT_L2 = 1 & Order(o) != PLAIN & Scope(o) = SYSTEM;
end;

function IsCpu(c: cu): boolean;
begin
  return CPU = 1 ? ComponentOf(c) != 0 : CPU = 2 & ComponentOf(c) = 0;
end;

-- ---- the L2 and memory ----

-- What the L2 of the CU has: its latest store on its way, else the memory's.
function L2Read(c: cu; l: line; w: word): value;
var v: value;
begin
  v := memory[l][w];
  alias channel: down[ComponentOf(c)][l] do
    for i: 0 .. CHANNEL - 1 do
      if i < channel.count & channel.request[i].at = w then
        v := channel.request[i].data;
      end;
    end;
  end;
  return v;
end;

procedure Describe(var r: request_message; t: thread; w: word; v: value);
begin
  r.kind := WRITE;
  r.sender := t;
  r.at := w;
  r.data := v;
end;

procedure L2Write(t: thread; l: line; w: word; v: value);
var r: request_message;
begin
  if AGENT_L2 = 0 then
    WriteMemory(t, l, w, v);
  else
    Describe(r, t, w, v);
    PutLast(down[ComponentOf(CuOf(t))][l], r);
  end;
end;

-- Whether the L2 of the CU has stores on their way to memory.
function L2Outstanding(c: cu): boolean;
begin
  return AGENT_L2 = 1 & exists l: line do down[ComponentOf(c)][l].count > 0 end;
end;

-- Whether the L2 may serve the request: what is performed at memory follows the
-- stores to the line that it has, another store needs room.
function MayServe(c: cu; var r: request_message; l: line): boolean;
begin
  if AGENT_L2 = 0 | r.kind = FETCH then
    return true;
  end;
  alias n: down[ComponentOf(c)][l].count do
    return r.kind = BEYOND & IsSystem(r.what) ? n = 0 : n < CHANNEL;
  end;
end;

-- ---- channels ----

-- With STEPS: an answer to a store, to an RMW or to a release store is on its way.
function Unanswered(c: cu): boolean;
begin
  return exists i: 0 .. FLYING - 1 do
           i < flying_count & flying[i].target = c & flying[i].kind < 2
           & (flying[i].kind = ACK | Kind(flying[i].what) != LOAD)
         end;
end;

-- With STEPS: an answer to an access beyond the L1 is on its way to the thread.
function OwnFlying(t: thread; l: line): boolean;
begin
  return exists i: 0 .. FLYING - 1 do
           i < flying_count & flying[i].sender = t & flying[i].at = l & flying[i].kind = BOUND
         end;
end;

-- Whether the L1 has a store on its way to the L2, or an access performed beyond it.
function Outstanding(c: cu): boolean;
begin
  return Unanswered(c) | exists l: line do WriteIsOnTheWay(c, l) end;
end;

-- Whether an access beyond the L1 to the location is on its way: from its
-- sending to its binding the L1 accepts no store or RMW there.
function BeyondPending(c: cu; l: line; w: word): boolean;
begin
  return exists i: 0 .. CHANNEL - 1 do
           i < up[c][l].count & up[c][l].request[i].kind = BEYOND
           & WordOf(up[c][l].request[i].what) = w
         end;
end;

-- ---- the L1 ----

procedure StoreInL1(t: thread; l: line; w: word; v: value);
var r: request_message;
begin
  alias c: CuOf(t) do
    l1[c][l].state[w] := DIRTY;
    l1[c][l].data[w] := v;
    StopFills(c, l);
    Describe(r, t, w, v);
    Send(c, l, r);
  end;
end;

-- A thread's accesses to one location stay in program order: none is issued
-- while an earlier one waits for a fill, or is on its way beyond the L1.
function OwnPending(t: thread; l: line; w: word): boolean;
begin
  return OwnFlying(t, l) | WaitsForFill(t, l, w)
       | exists i: 0 .. CHANNEL - 1 do
           i < up[CuOf(t)][l].count & up[CuOf(t)][l].request[i].kind = BEYOND
           & up[CuOf(t)][l].request[i].sender = t & WordOf(up[CuOf(t)][l].request[i].what) = w
         end;
end;

-- Whether a read-modify-write of the L1 waits for a fill.  Until it is bound the
-- word has no other write, at whatever level: the fill may be older than that
-- write, and its copy in the L1 evicted before the fill comes.
function RmwPending(c: cu; l: line; w: word): boolean;
begin
  return exists t: thread do exists g: tag do
           waiting[t][g].active & CuOf(t) = c & Kind(waiting[t][g].what) = RMW
           & LineOf(waiting[t][g].what) = l & WordOf(waiting[t][g].what) = w
         end end;
end;

-- Whether the thread has an access beyond the L1 on its way.
function OwnBeyond(t: thread): boolean;
begin
  return exists l: line do OwnFlying(t, l) | exists i: 0 .. CHANNEL - 1 do
           i < up[CuOf(t)][l].count & up[CuOf(t)][l].request[i].kind = BEYOND
           & up[CuOf(t)][l].request[i].sender = t
         end end;
end;

-- ---- issue ----

function GpuAccepts(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t) do
    if barrier[t] then
      return false;
    end;
    -- Release: the thread's earlier loads, and its stores and atomics beyond
    -- the L1, at every scope; beyond the L1, all that the L1 has outstanding.
    if Releases(o) & (reads[t] > 0 | OwnBeyond(t)) then
      return false;
    end;
    if Releases(o) & AtLeast(Scope(o), COMPONENT) & Outstanding(c) then
      return false;
    end;
    -- An acquire waits for its thread's earlier release stores, an sc access
    -- beyond the L1 also for all that the L1 has outstanding.
    if ((ACQUIRE_WAITS = 1 & Acquires(o)) | Order(o) = SEQ_CST) & syncs[t] > 0 then
      return false;
    end;
    if Order(o) = SEQ_CST & AtLeast(Scope(o), COMPONENT) & Outstanding(c) then
      return false;
    end;
    -- At system scope, also for all that the agent's L2 has outstanding.
    if (Releases(o) | Order(o) = SEQ_CST) & IsSystem(o) & L2Outstanding(c) then
      return false;
    end;
    if Kind(o) = FENCE then
      return reads[t] = 0;
    end;
    alias l: LineOf(o); w: WordOf(o) do
      if OwnPending(t, l, w) then
        return false;
      elsif IsBeyond(o) then
        return Room(c, l) & syncs[t] < STORES
             & (Kind(o) = LOAD | (!BeyondPending(c, l, w) & !RmwPending(c, l, w)));
      elsif Kind(o) = STORE then
        return Room(c, l) & !BeyondPending(c, l, w) & !RmwPending(c, l, w);
      elsif Kind(o) = RMW then
        return !BeyondPending(c, l, w) & !RmwPending(c, l, w)
             & (l1[c][l].state[w] != INVALID ? Room(c, l) : Joins(c, l) < MISSES);
      else
        return l1[c][l].state[w] != INVALID | Joins(c, l) < MISSES;
      end;
    end;
  end;
end;

procedure BindInL1(t: thread; o: operation; g: tag; v: value);
begin
  if Kind(o) = RMW & Writes(o, v) then
    StoreInL1(t, LineOf(o), WordOf(o), Result(o, v));
  end;
  Complete(t, g, v);
end;

-- Each access of a CPU is performed in memory.
procedure CpuIssue(t: thread; o: operation; g: tag);
var old: value;
begin
  if Kind(o) != FENCE then
    old := memory[LineOf(o)][WordOf(o)];
    PerformWrite(t, o, old);
    if Kind(o) != STORE then
      Complete(t, g, old);
    end;
  end;
end;

include "../lib/parts/reads.m"

procedure IssueBeyond(t: thread; o: operation; g: tag);
var r: request_message;
begin
  AskBeyond(r, t, o);
  if Kind(o) = STORE then
    if Releases(o) then
      syncs[t] := syncs[t] + 1;
    end;
  else
    r.answer := g;
    IssuedRead(t, o);
  end;
  -- Its thread is blocked until it is bound, so with nothing before it in the
  -- channel it may as well be issued as late as the bank serves it.
  alias c: CuOf(t); l: LineOf(o) do
    if STEPS = 0 & barrier[t] & up[c][l].count = 0 & MayServe(c, r, l) then
      PerformBeyond(c, r);
    else
      Send(c, l, r);
    end;
  end;
end;

procedure GpuIssue(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t) do
    if Kind(o) = FENCE then
      if Acquires(o) & AtLeast(Scope(o), COMPONENT) then
        InvalidateL1(c);
      end;
      return;
    end;
    if IsBeyond(o) then
      IssueBeyond(t, o, g);
    elsif Kind(o) = STORE then
      StoreInL1(t, LineOf(o), WordOf(o), Stored(o));
    elsif l1[c][LineOf(o)].state[WordOf(o)] != INVALID then
      BindInL1(t, o, g, l1[c][LineOf(o)].data[WordOf(o)]);
    else
      WaitForMiss(t, o, g);
      IssuedRead(t, o);
    end;
  end;
  Tidy();
end;

include "../lib/parts/cpu-issue.m"

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !IsCpu(c) & l1[c][l].state[w] = INVALID
       & (STEPS = 1 ? Room(c, l) : up[c][l].count = 0 & Wanted(c, l) & !Settled(l)) & MissesAfresh(c, l);
end;

procedure Fetch(c: cu; l: line; m: miss);
begin
  for w: word do
    misses[c][l][m].data[w] := L2Read(c, l, w);
  end;
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  if STEPS = 0 then
    MissAtOnce(c, l);
  else
    Join(c, l, Joins(c, l));
  end;
end;

procedure ForgetCopies(c: cu; l: line);
begin
  if STEPS = 0 then
    DropCleanWords(l1[c][l]);
    DropIdleFills(c, l);
  end;
end;

include "../lib/parts/unwanted.m"

-- ---- answers, with STEPS ----

procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if k >= FILLED then
    misses[c][l][k - FILLED].state := ANSWERED;
  elsif k = BOUND then
    if Kind(o) = STORE then
      if Releases(o) then
        syncs[t] := syncs[t] - 1;
      end;
    else
      if Acquires(o) then
        InvalidateL1(c);
        barrier[t] := false;
      end;
      reads[t] := reads[t] - 1;
      Complete(t, g, v);
    end;
  end;
  PassFencesOf(c);
end;

-- The L2's step of an access beyond the L1: the rest is the answer's.
procedure PerformInDetail(c: cu; var r: request_message);
var v: value;
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what) do
    PassL1(c, l, w);
    v := L2Read(c, l, w);
    if Kind(o) = STORE then
      Fly(t, c, l, BOUND, o, 0, 0);
      WriteBeyond(t, o, Stored(o));
    else
      Fly(t, c, l, BOUND, o, r.answer, v);
      if Kind(o) = RMW & Writes(o, v) then
        WriteBeyond(t, o, Result(o, v));
      end;
    end;
  end;
end;

-- ---- the L2 ----

procedure WriteBeyond(t: thread; o: operation; v: value);
begin
  if IsSystem(o) then
    WriteMemory(t, LineOf(o), WordOf(o), v);
  else
    L2Write(t, LineOf(o), WordOf(o), v);
  end;
end;

-- An access beyond the L1 drops the L1's clean copy in the step that binds it;
-- an acquire all clean copies.
procedure PerformBeyond(c: cu; var r: request_message);
var v: value;
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what) do
    PassL1(c, l, w);
    if Kind(o) = STORE then
      WriteBeyond(t, o, Stored(o));
      if Releases(o) then
        syncs[t] := syncs[t] - 1;
      end;
    else
      v := L2Read(c, l, w);
      if Kind(o) = RMW & Writes(o, v) then
        WriteBeyond(t, o, Result(o, v));
      end;
      if Acquires(o) then
        InvalidateL1(c);
        barrier[t] := false;
      end;
      reads[t] := reads[t] - 1;
      Complete(t, r.answer, v);
    end;
  end;
end;

-- The youngest store of the word on its way: the dirty word becomes clean only
-- when that one is performed.
function MoreWrites(c: cu; l: line; w: word): boolean;
begin
  return exists i: 0 .. CHANNEL - 1 do
           i < up[c][l].count & up[c][l].request[i].kind = WRITE & up[c][l].request[i].at = w
         end;
end;

procedure Serve(c: cu; l: line);
var first: request_message;
begin
  Dequeue(c, l, first);
  switch first.kind
  case WRITE:
    L2Write(first.sender, l, first.at, first.data);
    if !MoreWrites(c, l, first.at) then
      l1[c][l].state[first.at] := CLEAN;
      if STEPS = 0 & !Wanted(c, l) then
        DropClean(l1[c][l], first.at);
      end;
    end;
    if STEPS = 1 then
      Fly(first.sender, c, l, ACK, 0, 0, 0);
    end;
  case FETCH:
    Fetch(c, l, first.fill);
    if STEPS = 1 then
      Fly(0, c, l, FILLED + first.fill, 0, 0, 0);
    else
      misses[c][l][first.fill].state := ANSWERED;
    end;
  case BEYOND:
    if STEPS = 1 then
      PerformInDetail(c, first);
    else
      PerformBeyond(c, first);
    end;
  end;
end;

function L2MayServe(c: cu; l: line): boolean;
begin
  return Served(l) & MayServe(c, up[c][l].request[0], l);
end;

include "../lib/parts/serves.m"

ruleset d: component; l: line do
  fair rule "memory takes a store"
    down[d][l].count > 0
  ==>
  var first: request_message;
  begin
    TakeFirst(down[d][l], first);
    WriteMemory(first.sender, l, first.at, first.data);
    EndStep();
  end;
end;

-- ---- what can no longer matter (STEPS=0) ----

-- Whether no store of the line is to come, or on its way; nor an RMW.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l)
       & (forall d: component do down[d][l].count = 0 end)
       & (forall c: cu do !WriteIsOnTheWay(c, l) end)
       & forall t: thread do forall g: tag do
           waiting[t][g].active -> !(Kind(waiting[t][g].what) = RMW & LineOf(waiting[t][g].what) = l)
         end end;
end;

procedure TidyLine(l: line); begin TidySettled(l); end;

-- ---- fills ----

-- Whether an RMW waits for the miss: each needs room for its store.
function WaitingRmw(c: cu; l: line; m: miss): boolean;
begin
  return exists t: thread do exists g: tag do
           WaitsForMiss(t, g, c, l, m) & Kind(waiting[t][g].what) = RMW
         end end;
end;

function MayFill(c: cu; l: line; m: miss): boolean;
begin
  return !WaitingRmw(c, l, m) | up[c][l].count = 0;
end;

function Keeps(c: cu; l: line): boolean;
begin
  return STEPS = 1 | Wanted(c, l);
end;

-- A word that the L1 has by now goes before the fill's.
procedure Filled(t: thread; g: tag; o: operation; v: value);
begin
  reads[t] := reads[t] - 1;
  if Acquires(o) then
    barrier[t] := false;
  end;
  alias it: l1[CuOf(t)][LineOf(o)]; w: WordOf(o) do
    if it.state[w] = DIRTY | (Kind(o) = RMW & it.state[w] != INVALID) then
      BindInL1(t, o, g, it.data[w]);
    else
      BindInL1(t, o, g, v);
    end;
  end;
end;

function Quiescent(): boolean;
begin
  return flying_count = 0 & Idle()
         & forall d: component do forall l: line do down[d][l].count = 0 end end;
end;
