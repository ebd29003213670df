-- SPDX-License-Identifier: BSD-2-Clause
-- What the machines of logical time, rcc and g-tsc, share: the accesses of a
-- thread that are not answered, the loads that wait for a fetch of the L1, and the
-- steps in which the L2 serves and answers them.  Included after waits.m and after
-- the machine's TIMES and SC and its types
--   fetch_state                       IDLE, ASKED, and how the L2 has answered
--   l1_line                           valid, data, fetch, asked, and `fill`, of fill_type
--   fill_type                         what an answer brings: version and end of the lease,
--                                     times, and data; and what else the machine keeps
--   l2_line                           present, data
--   own_type                          what it keeps of a store beside what post has.
-- The machine gives
--   procedure TimesStart()
--   function AcceptsAccess(t, o), procedure IssueLoad(t, o, g), IssueStore(t, o, g)
--   function LetsFenceGo(t), procedure Fence(c)
--                                     a fence of t waits for one answer alone; what a
--                                     fence does to its CU
--   procedure Fetch(c, l, at), ServeFetch(c, l, at)
--                                     the L1 asks, the L2 answers
--   procedure VersionFromMemory(l)    the times of what the L2 has just fetched
--   procedure TakeFill(c, l, var any, var rest)
--                                     the answer has come; what Deliver makes of it
--   procedure ServeStore(t, p)        a store, or an atomic, takes its time
--   procedure StoreAnswered(t, p)     its answer comes
--   procedure ReadAt(t, at)           a load of t reads at this time
--   function LastTime(l), procedure EvictFromL2(l)
--   procedure ForgetClocks(c)         those of a CU that IsOver(c) are 0
--   function KeepsAnswers()           what the L2 has answered stays so until it comes
--   function MayDrop(c, l), procedure DropLease(c, l)
--                                     a copy may go, and what the machine has of its times.

include "parts/fences.m"

const
  LEASE: 1;
  POSTED: 2;             -- stores and atomics of a thread that are not answered
  EVICT_BEFORE: 6;       -- the L2 evicts no line with a later time: else times grow for ever
  STEPS: 0;              -- 1: each access takes all its steps (below, "one step")
  CHECK_MERGED: 1;       -- 1: a fill serves those loads alone whose clock is in its lease; 0: a hole

type
  time: 0 .. TIMES;
  posted: 0 .. POSTED - 1;
  post_state: enum { FREE, SENT, DONE };

var
  l1: array [cu] of array [line] of l1_line;
  l2: array [line] of l2_line;
  post: array [thread] of array [posted] of record  -- stores and atomics
    state: post_state;
    what: operation;
    answer: tag;
    sent: time;          -- SENT: the clock
    old: value;          -- DONE, of an atomic
    own: own_type;
  end;
  waiting: array [thread] of array [tag] of record  -- loads that wait for a fetch of the L1
    active: boolean;
    what: operation;
    clock: time;
  end;
  -- The time at which the thread's load that completes now reads; undefined
  -- otherwise, and for an atomic.
  reads_at: array [thread] of time;

include "parts/waiting.m"

procedure MachineStart();
begin
  WaitsStart();
  for l: line do
    l2[l].present := true;
    for w: word do l2[l].data[w] := Initial(l, w); end;
    for c: cu do
      l1[c][l].valid := false;
      l1[c][l].fetch := IDLE;
    end;
  end;
  for t: thread do
    for p: posted do post[t][p].state := FREE; end;
  end;
  NobodyWaits();
  TimesStart();
end;

function Later(a: time; b: time): time;
begin
  return a > b ? a : b;
end;

procedure Drop(c: cu; l: line);
begin
  l1[c][l].valid := false;
  undefine l1[c][l].data;
  DropLease(c, l);
end;

function Held(t: thread): boolean;
begin
  return false;
end;

function Same(o: operation; l: line; w: word): boolean;
begin
  return LineOf(o) = l & WordOf(o) = w;
end;

-- Whether an earlier access of t to the location is not answered.
function Busy(t: thread; l: line; w: word): boolean;
begin
  return exists p: posted do post[t][p].state != FREE & Same(post[t][p].what, l, w) end
       | exists g: tag do waiting[t][g].active & Same(waiting[t][g].what, l, w) end;
end;

function HasFreePost(t: thread): boolean;
begin
  return exists p: posted do post[t][p].state = FREE end;
end;

function FreePost(t: thread): posted;
begin
  for p: posted do
    if post[t][p].state = FREE then return p; end;
  end;
  return 0;
end;

-- Whether a load of the CU waits for a fetch of the line.
function WaitsFor(t: thread; g: tag; c: cu; l: line): boolean;
begin
  return waiting[t][g].active & CuOf(t) = c & LineOf(waiting[t][g].what) = l;
end;

function AnyWaits(c: cu; l: line): boolean;
begin
  return exists t: thread do exists g: tag do WaitsFor(t, g, c, l) end end;
end;

-- ---- issue ----

-- In form SC a thread has one access at a time.
function Accepts(t: thread; o: operation): boolean;
begin
  return FencesAllow(t, o)
       & (Kind(o) = FENCE | ((SC = 0 | pending[t] = 0) & AcceptsAccess(t, o)));
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE | Releases(o) | Order(o) = SEQ_CST then
    Fence(CuOf(t));
  end;
  if Kind(o) = LOAD then
    IssueLoad(t, o, g);
  elsif Kind(o) != FENCE then
    IssueStore(t, o, g);
  end;
  if Kind(o) != FENCE then
    FinishAccess(t, LineOf(o));
  end;
end;

-- A load that misses, of a thread or CU whose clock is `at`.
procedure WaitForFetch(t: thread; o: operation; g: tag; at: time);
begin
  Issued(t, o);
  StartWaiting(t, g, o);
  waiting[t][g].clock := at;
  if l1[CuOf(t)][LineOf(o)].fetch = IDLE then
    Fetch(CuOf(t), LineOf(o), at);
  end;
end;

procedure Post(t: thread; o: operation; g: tag; at: time);
begin
  Issued(t, o);
  alias it: post[t][FreePost(t)] do
    it.what := o;
    it.sent := at;
    if Kind(o) = RMW then
      it.answer := g;
    end;
    it.state := SENT;
  end;
end;

-- ---- the L2 ----

procedure FetchFromMemory(l: line);
begin
  if !l2[l].present then
    l2[l].present := true;
    VersionFromMemory(l);
  end;
end;

-- What o writes, if it does, where it has found `old`.
procedure WriteL2(t: thread; o: operation; old: value);
begin
  alias l: LineOf(o); w: WordOf(o) do
    if Kind(o) = STORE | Writes(o, old) then
      l2[l].data[w] := Kind(o) = STORE ? Stored(o) : Result(o, old);
      ObserveStore(t, l, w, l2[l].data[w]);
    end;
  end;
end;

procedure AnswerStore(t: thread; p: posted);
var done: operation;
var old: value;
var g: tag;
begin
  done := post[t][p].what;
  StoreAnswered(t, p);
  if Kind(done) = RMW then
    old := post[t][p].old;
    g := post[t][p].answer;
  end;
  undefine post[t][p];
  post[t][p].state := FREE;
  if Kind(done) = RMW then
    Complete(t, g, old);  -- read just before its own write
  end;
  if LetsFenceGo(t) then
    Fence(CuOf(t));
  end;
  Answered(t);
end;

ruleset t: thread; p: posted do
  fair rule "L2 serves a store"
    post[t][p].state = SENT
  ==>
  begin
    ServeStore(t, p);
    FinishAccess(t, LineOf(post[t][p].what));
    EndStep(CuOf(t));
  end;

  fair rule "answer"
    post[t][p].state = DONE
  ==>
  begin
    AnswerStore(t, p);
    EndStep(CuOf(t));
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 serves a fetch"
    l1[c][l].fetch = ASKED
  ==>
  begin
    ServeFetch(c, l, l1[c][l].asked);
    if exists t: thread do UsedThread(t) & CuOf(t) = c & IsAlone(t) end then
      FinishFetch(c, l);
    end;
    EndStep(c);
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    EvictionsOn() & UsedLine(l) & l2[l].present & LastTime(l) < EVICT_BEFORE
  ==>
  begin
    EvictFromL2(l);
  end;
end;

-- ---- the L1 ----

procedure Bind(t: thread; g: tag; v: value; at: time);
begin
  reads_at[t] := at;
  ReadAt(t, at);
  Complete(t, g, v);
  undefine reads_at[t];
end;

-- The load goes on waiting; of all that do the latest clock is left in `rest`.
procedure GoOnWaiting(t: thread; g: tag; var any: boolean; var rest: time);
begin
  any := true;
  if waiting[t][g].clock > rest then
    rest := waiting[t][g].clock;
  end;
end;

-- The loads whose clock is within the lease are served from `data`.
procedure Deliver(c: cu; l: line; var data: array [word] of value; from: time; last: time; var any: boolean; var rest: time);
var fence: boolean;  -- one that waited for a load goes
begin
  fence := false;
  for t: thread do
    for g: tag do
      if WaitsFor(t, g, c, l) then
        if CHECK_MERGED = 1 & waiting[t][g].clock > last then
          GoOnWaiting(t, g, any, rest);
        else
          Bind(t, g, data[WordOf(waiting[t][g].what)], Later(waiting[t][g].clock, from));
          StopWaiting(t, g);
          if LetsFenceGo(t) then
            fence := true;
          end;
          Answered(t);
        end;
      end;
    end;
  end;
  if fence then
    Fence(c);
  end;
end;

procedure EndFetch(c: cu; l: line); begin l1[c][l].fetch := IDLE; undefine l1[c][l].fill; end;

procedure AnswerFetch(c: cu; l: line);
var any: boolean;
var rest: time;
begin
  any := false;
  rest := 0;
  TakeFill(c, l, any, rest);
  EndFetch(c, l);
  if any then
    Fetch(c, l, rest);
  end;
end;

-- ---- one step (form SC, without STEPS) ----

-- Whether nothing of the thread's CU takes a step but the one access that the thread waits for:
-- no other thread of it, no prefetch, no answer to one.  From its issue to its answer nobody
-- can tell when, so that it may as well be issued as it is served, and answered then.
function IsAlone(t: thread): boolean;
begin
  return STEPS = 0 & SC = 1 & KeepsAnswers() & pending[t] > 0 & ActsAlone(t)
       & (forall u: thread do UsedThread(u) & u != t & CuOf(u) = CuOf(t) -> pending[u] = 0 end)
       & forall l: line do
           l1[CuOf(t)][l].fetch = IDLE | exists g: tag do WaitsFor(t, g, CuOf(t), l) end
         end;
end;

procedure FinishFetch(c: cu; l: line);
begin
  while l1[c][l].fetch != IDLE do
    if l1[c][l].fetch = ASKED then
      ServeFetch(c, l, l1[c][l].asked);
    end;
    AnswerFetch(c, l);
  end;
end;

-- Of the line that t's access is to: no other fetch of its CU is under way.
procedure FinishAccess(t: thread; l: line);
begin
  if IsAlone(t) then
    for p: posted do
      if post[t][p].state = SENT then ServeStore(t, p); end;
      if post[t][p].state = DONE then AnswerStore(t, p); end;
    end;
    FinishFetch(CuOf(t), l);
  end;
end;

-- The clocks of a CU whose threads have ended matter no more.
procedure EndStep(c: cu);
begin
  PassFencesOf(c);
  ForgetClocks(c);
end;

-- Whether all threads of the CU have ended, and nothing of them is under way.
function IsOver(c: cu): boolean;
begin
  return STEPS = 0
       & forall t: thread do UsedThread(t) & CuOf(t) = c -> IsThrough(t) & pending[t] = 0 end;
end;

ruleset c: cu; l: line do
  fair rule "answer to a fetch"
    l1[c][l].fetch != IDLE & l1[c][l].fetch != ASKED
  ==>
  begin
    AnswerFetch(c, l);
    EndStep(c);
  end;

  rule "L1 evicts"
    EvictionsOn() & l1[c][l].valid & MayDrop(c, l)
  ==>
  begin
    Drop(c, l);
  end;
end;

-- ---- what the driver and the invariants ask ----

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !l1[c][l].valid & l1[c][l].fetch = IDLE & Wanted(c, l);
end;

function Quiescent(): boolean;
begin
  return (forall t: thread do forall p: posted do post[t][p].state = FREE end end)
       & forall c: cu do forall l: line do l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value; begin return l2[l].data[w]; end;
function Latest(l: line; w: word): value;     begin return l2[l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;   begin return false; end;
function ProgramOrder(): boolean;             begin return SC = 1; end;

-- show: lane "L2" of l2
-- show: channel post.state while SENT from thread to "L2" as "{what}"
-- show: channel post.state while DONE from "L2" to thread as "answer to {what}"
