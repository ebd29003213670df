-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, strong (TC-Strong) and weak (TC-Weak), as restored from
-- the thesis's Tables 4.1 to 4.4, and Library Cache Coherence (LCC), from which
-- they come; the memory is part of the L2's bank.
--
-- Every L1 copy has a lease; the L2 keeps the latest time at which one ends.
-- A lease is the time left: LIVE values 0, 1, ... count down at each tick, -1
-- is over.  TIME <= LT of the tables is left >= 0.  TC-Strong stalls a store
-- until every lease on the line is over.  TC-Weak performs it at once, and
-- says when the last stale copy will be gone (GWCT), for which fences wait.
--
-- The tables' states.  L1: I and V by lt; V_M is lt >= 0 while accesses that
-- install nothing are unanswered, I_I is that without a copy, I_V is an
-- installing fetch.  L2: E is gt < 0, and so is I, since a miss and its fetch
-- from memory are one step (only the bank sees it); M_I is `evicted`.
--
-- Answers that install nothing are not modelled, but for their effect on the
-- L1's line: a longer way back only makes the thread wait, except that on
-- TC-Weak a copy in V_M is refreshed at once.  A request that the L2 stalls
-- stays where it is: that is the same as one that arrives later, so nothing
-- else at the bank need wait for it.
--
-- Without STEPS, what nobody can tell apart is one step or one value:
--   an access that its thread can do nothing before is answered as it is issued;
--   an answer to a fetch arrives as the L2 gives it;
--   a copy or a time that no later write can make matter is forgotten.
--
-- machine: source: Singh, thesis, sections 4.2, 4.3, Tables 4.1-4.4
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: variant weak: STRONG=0
-- machine: promises weak: rc hrf-indirect drf
-- machine: variant lcc: LCC=1 PRIVATE_WRITE=0 EVICT_UNEXPIRED=0
-- machine: promises lcc: sc
-- machine: invariants: strong-properties
-- machine: invariants weak: weak-properties
-- machine: lowering: models/lib/waits.m; on TC-Weak the synchronising accesses
--   (acquire, release, acq-rel, sc) are atomics at the L2 between two fences
-- machine: values STRONG LCC STEPS PRIVATE_WRITE EVICT_UNEXPIRED MERGE_ALL LATE_FIRST: 0..1
-- machine: values TS1 TS2 TW3 TW4 TW5 GWCT_IS_GT TIME_STEP SYNC_ATOMIC YIELD: 0..1
-- machine: values REFETCH_DATA: 0..2
-- machine: values LEASE: 1..15
-- machine: values CHANNEL: 1..16

-- show: lane "L2" of l2
-- show: channel up from cu to "L2" as "{kind} {line} {what}"

include "../lib/waits.m"

const
  STRONG: 1;           -- 1: TC-Strong, 0: TC-Weak
  LCC: 0;              -- 1 (with STRONG): one outstanding store a CU, one access a thread
  STEPS: 0;            -- see above; 1 for drivers that know no program, and to compare
  LEASE: 2;            -- the longest lease
  CHANNEL: 3;          -- requests of a CU on their way to one bank
  PRIVATE_WRITE: 1;    -- the private-write optimisation: state P
  EVICT_UNEXPIRED: 1;  -- the L2-eviction optimisation: M_I

  -- Cells that are unsafe as printed, each 1 for the printed reading.
  TS1: 0;  -- strong: a load hits in V_M
  TS2: 0;  -- strong: the L2 answers an atomic in E with ACK: its value never comes
  TW3: 0;  -- weak: a store or atomic that refetches an unexpired line forgets its time
  TW4: 0;  -- weak: a load that refetches an unexpired line leaves it private
  TW5: 0;  -- weak: a store to a shared line makes it private
  GWCT_IS_GT: 0;  -- weak: the thesis's prose has GWCT = GT, its proof GT + 1
  TIME_STEP: 1;   -- weak: 0: a write leaves the L2's time as it is (no TS++)
  -- What the sources leave open.
  SYNC_ATOMIC: 1;  -- weak: acquire, release and sc accesses are 1: FENCE; atomic; FENCE;
                   -- 0: loads and stores with the fences of waits.m
  MERGE_ALL: 0;   -- an answer whose lease is over serves 1: every load that joined
                  -- the miss; 0: those that its request came after, the others ask again
  LATE_FIRST: 1;  -- 1: a thread whose load joined a miss late, and may have to ask again,
                  -- issues nothing else to the line; 0: it does
  REFETCH_DATA: 0;  -- weak: an UPGR that finds M_I is answered with 0: data unless its
                    -- time matches; 1: always data; 2: never data
  YIELD: 0;       -- strong: 1: while a store waits at the L2 for the line's leases, none is given
                  -- or extended; 0: as printed: reads go on extending them

  TIMES: LEASE + STORES;  -- the L2's time: a store adds one

type
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  request_kind: enum { GETS,    -- for the L1's miss
                       LOAD_ONE, -- GETS of one load, that installs nothing
                       GETX, UPGR, ATOMIC };
  request_message: record
    kind: request_kind;
    sender: thread;
    what: operation;
    answer: tag;
    lt: time_left;   -- UPGR: what is left of the copy that it upgrades
  end;
  l1_line: record
    lt: time_left;      -- -1: no copy (I, I_V, I_I); else V, or V_M while stores are pending
    data: array [word] of value;
    unanswered: 0 .. CHANNEL;  -- accesses that install nothing: stores, atomics, LOAD_ONE
    fetch: fetch_state;
    installs: boolean;     -- I_V: no store or atomic came after the miss
    fill: array [word] of value;
    fill_lt: time_left;
  end;

var
  l2: array [line] of record
    gt: time_left;     -- -1: E
    shared: boolean;   -- S rather than P, while gt >= 0
    evicted: boolean;  -- M_I: evicted before its time was over
    data: array [word] of value;
  end;
  l1: array [cu] of array [line] of l1_line;

include "../lib/parts/channel.m"

var
  waiting: array [thread] of array [tag] of record  -- loads in the L1's miss
    active: boolean;
    first: boolean;    -- issued before the request of the miss was sent
    what: operation;
  end;

include "../lib/parts/waiting.m"
include "fences.m"

var
  lease_choice: 0 .. LEASE;  -- within a rule, of a fetch that is answered as it is issued

procedure MachineStart();
begin
  WaitsStart();
  ChannelsStart();
  lease_choice := 0;
  for l: line do
    l2[l].gt := -1;
    l2[l].shared := false;
    l2[l].evicted := false;
    for w: word do
      l2[l].data[w] := Initial(l, w);
    end;
    for c: cu do
      l1[c][l].lt := -1;
      l1[c][l].unanswered := 0;
      l1[c][l].fetch := IDLE;
    end;
  end;
  for t: thread do
    gwct[t] := 0;
  end;
  NobodyWaits();
end;

procedure DropCopy(c: cu; l: line); begin l1[c][l].lt := -1; undefine l1[c][l].data; end;

-- ---- what can no longer matter (STEPS=0) ----

function IsRead(k: request_kind): boolean;
begin
  return k = GETS | k = LOAD_ONE;
end;

-- Whether the L2's line may yet change.  On TC-Weak an atomic that only reads
-- changes its time, and has a GWCT.
function Changing(l: line): boolean;
begin
  return STEPS = 1 | Changes(l) | (STRONG = 0 & SynchronisesOn(l))
       | exists c: cu do
           exists i: 0 .. CHANNEL - 1 do
             i < up[c][l].count & !IsRead(up[c][l].request[i].kind)
           end
         end;
end;

-- Whether a thread of the CU may yet read a copy: atomics are performed at the L2.
function ReadsCopy(c: cu; l: line): boolean;
begin
  return STRONG = 0 & SYNC_ATOMIC = 1 ? LoadedRelaxed(c, l) : Loaded(c, l);
end;

-- Only an upgrade asks whether the line is shared: a store of a CU that has a copy, or may yet
-- get one before it stores.  Where there can be none, a line counts as not shared.
function MayUpgrade(c: cu; l: line): boolean;
begin
  return (ChangedBy(c, l)
          & (l1[c][l].lt >= 0 | l1[c][l].fetch != IDLE | ReadsCopy(c, l)
             | (PrefetchesLeft(c) & WorthPrefetch(c, l))))
       | exists i: 0 .. CHANNEL - 1 do i < up[c][l].count & up[c][l].request[i].kind = UPGR end;
end;

procedure SettleShared(l: line);
begin
  if STEPS = 0 & l2[l].gt >= 0 & l2[l].shared & !l2[l].evicted then
    if !exists c: cu do UsedCu(c) & MayUpgrade(c, l) end then
      l2[l].shared := false;
    end;
  end;
end;

-- A line that never changes again has no time, and a copy like the L2's own
-- may as well be read there; only stale ones still matter.
procedure SettleLine(l: line);
begin
  SettleShared(l);
  if STEPS = 0 & !Changing(l) then
    l2[l].gt := -1;
    L2Expire(l);
    for c: cu do
      if l1[c][l].lt >= 0 & l1[c][l].data = l2[l].data then
        DropCopy(c, l);
      end;
      SettlePrefetches(c);
    end;
  end;
end;

-- A prefetch of a line that the CU will not read gives a lease, for which stores and fences
-- wait that may as well wait without, and a copy that only spares a store that wait.  On TC-Weak each write
-- lengthens a lease too, which the next reader gets, so there it is of use while anybody reads the line.
function WorthPrefetch(c: cu; l: line): boolean;
begin
  return STEPS = 1 ? Touched(c, l)
         : STRONG = 1 ? ReadsCopy(c, l)
         : Touched(c, l) & exists d: cu do UsedCu(d) & ReadsCopy(d, l) end;
end;

-- A prefetch is of a line that changes, and worth it.
procedure SettlePrefetches(c: cu);
begin
  if !exists l: line do UsedLine(l) & WorthPrefetch(c, l) & Changing(l) end then
    EndPrefetches(c);
  end;
end;
procedure SettleAllPrefetches();
begin
  if STEPS = 0 then
    for c: cu do
      if UsedCu(c) & PrefetchesLeft(c) then SettlePrefetches(c); end;
    end;
  end;
end;

-- A thread that issues nothing more waits for nothing, nor does one that only goes on to
-- what waits for nothing.
procedure SettleThread(t: thread);
begin
  if STEPS = 0 & gwct[t] > 0
     & ((pending[t] = 0 & !HasNext(t, false)) | (!barrier[t] & !OrdersLater(t))) then
    gwct[t] := 0;
  end;
end;

procedure Settle(t: thread; l: line);
begin
  SettleLine(l);
  SettleThread(t);
end;

-- ---- time ----

function Running(): boolean;
begin
  return (exists l: line do
            l2[l].gt >= 0
            | exists c: cu do
                l1[c][l].lt >= 0 | (l1[c][l].fetch = ANSWERED & l1[c][l].fill_lt >= 0)
              end
          end)
       | exists t: thread do gwct[t] > 0 end;
end;

procedure L2Expire(l: line);
begin
  l2[l].shared := false;
  l2[l].evicted := false;
end;

procedure TickCopies(l: line);
begin
  for c: cu do
    if l1[c][l].lt = 0 then
      DropCopy(c, l);
    elsif l1[c][l].lt > 0 then
      l1[c][l].lt := l1[c][l].lt - 1;
    end;
    TickLeft(l1[c][l].fill_lt);
    for i: 0 .. CHANNEL - 1 do
      TickLeft(up[c][l].request[i].lt);
    end;
  end;
  SettleShared(l);
end;

include "time.m"

-- ---- the L1 ----

-- On TC-Weak an access that synchronises is an atomic at the L2.
function IsAtomic(o: operation): boolean;
begin
  return Kind(o) = RMW | (STRONG = 0 & SYNC_ATOMIC = 1 & Synchronises(o));
end;

function IsLoad(o: operation): boolean;
begin
  return Kind(o) = LOAD & !IsAtomic(o);
end;

-- A fence before it as well as after it.
function WaitsBefore(o: operation): boolean;
begin
  return STRONG = 0 & SYNC_ATOMIC = 1 & Synchronises(o);
end;

function Hits(c: cu; l: line): boolean;
begin
  return l1[c][l].lt >= 0 & (l1[c][l].unanswered = 0 | STRONG = 0 | TS1 = 1);
end;

-- A load may join the miss, or start one; in I_I and V_M it asks for itself.
function MayFetch(c: cu; l: line): boolean;
begin
  return l1[c][l].unanswered = 0 & l1[c][l].lt < 0
       & (l1[c][l].fetch = IDLE ? Room(c, l) : l1[c][l].installs);
end;

-- Whether o would go before a load of its thread that may have to ask again.
function Overtakes(t: thread; o: operation): boolean;
begin
  alias l: LineOf(o); c: CuOf(t) do
    return LATE_FIRST = 1 & !(IsLoad(o) & l1[c][l].fetch != IDLE & MayFetch(c, l))
         & exists g: tag do
             waiting[t][g].active & !waiting[t][g].first & LineOf(waiting[t][g].what) = l
           end;
  end;
end;

-- Whether t can do nothing between issuing o and its answer.
function Blocks(t: thread; o: operation; after: boolean): boolean;
begin
  if STEPS = 1 then
    return false;
  end;
  return LCC = 1 | Acquires(o) | Order(o) = SEQ_CST | WaitsBefore(o) | NextWaits(t, after)
       | (HasNext(t, after) ? WaitsBefore(Next(t, after)) : false);
end;

-- Whether o is answered as it is issued, or else sent.  It is sent where another thread of the
-- CU may put a request behind it, which would stand before it if it were issued as late as it
-- is served (LCC's threads wait for every answer, so that nothing comes between the two); and a
-- store to a copy, where one may read that before the L2 has the store.
function AtOnce(t: thread; o: operation; after: boolean): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if !Blocks(t, o, after) | (LCC = 0 & TouchedByOthers(t, l)) then
      return false;
    elsif Kind(o) = STORE & !IsAtomic(o) & l1[c][l].lt >= 0 & (STRONG = 0 | TS1 = 1) then
      return !WantedByOthers(t, l);
    end;
    return TS2 = 0 | Kind(o) != RMW;
  end;
end;

-- Whether the L2 may perform a write now.
function MayWriteNow(l: line; kind: request_kind; lt: time_left): boolean;
begin
  if STRONG = 0 then
    return l2[l].gt < TIMES;
  end;
  return l2[l].gt < 0
       | (kind = UPGR & PRIVATE_WRITE = 1 & !l2[l].shared & !l2[l].evicted & lt = l2[l].gt);
end;

function WriteKind(c: cu; l: line; o: operation): request_kind;
begin
  return IsAtomic(o) ? ATOMIC : l1[c][l].lt >= 0 ? UPGR : GETX;
end;

function StoresPending(c: cu): boolean;
begin
  return exists l: line do l1[c][l].unanswered != 0 end;
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if IsLoad(o) then
      return Hits(c, l) | !Changing(l)
           | (AtOnce(t, o, true) ? up[c][l].count = 0 & (STRONG = 0 | !l2[l].evicted)
                                 : MayFetch(c, l) | Room(c, l));
    elsif AtOnce(t, o, true) then
      return up[c][l].count = 0 & MayWriteNow(l, WriteKind(c, l, o), l1[c][l].lt);
    end;
    return Room(c, l);
  end;
end;

-- ---- the L2 ----

-- Whether reads of the line leave its time as it is.
function Yields(l: line): boolean;
begin
  return YIELD = 1 & exists c: cu do up[c][l].count > 0 & !IsRead(up[c][l].request[0].kind) end;
end;

-- GETS: extend the time to at least `lease`.
procedure Extend(l: line; lease: time_left);
begin
  alias it: l2[l] do
    if it.evicted then
      it.shared := TW4 = 0;
    elsif it.gt >= 0 then
      it.shared := true;
    else
      it.shared := PRIVATE_WRITE = 0;
    end;
    it.evicted := false;
    if lease > it.gt & !Yields(l) then
      it.gt := lease;
    end;
  end;
end;

-- Until when a fence must wait for copies of the line that are now stale.
procedure RaiseGwct(t: thread; gt: time_left);
var g: wait_left;
begin
  if gt >= 0 then
    g := GWCT_IS_GT = 1 ? gt : gt + 1;
    if g > gwct[t] then
      gwct[t] := g;
    end;
  end;
end;

procedure PerformStore(l: line; var r: request_message);
begin
  alias w: WordOf(r.what) do
    l2[l].data[w] := Stored(r.what);
    ObserveStore(r.sender, l, w, l2[l].data[w]);
  end;
end;

-- A word that the CU has another store to on its way keeps that store's value.
function StoreOnItsWay(c: cu; l: line; w: word): boolean;
begin
  return exists i: 0 .. CHANNEL - 1 do
           i < up[c][l].count & (up[c][l].request[i].kind = GETX | up[c][l].request[i].kind = UPGR)
           & WordOf(up[c][l].request[i].what) = w
         end;
end;

-- TC-Weak: the answer to an UPGR reaches the L1.  Its copy, if it has one
-- still, is as new as the L2's when the answer brings data, and takes the L2's
-- time.
procedure AnswerUpgrade(c: cu; l: line; data: boolean);
begin
  if l1[c][l].lt >= 0 then
    if data then
      for w: word do
        if !StoreOnItsWay(c, l, w) then
          l1[c][l].data[w] := l2[l].data[w];
        end;
      end;
    end;
    if l2[l].gt > l1[c][l].lt then
      l1[c][l].lt := l2[l].gt;
    end;
  end;
end;

-- TC-Weak: a write to a line that is not expired takes a later time.
procedure StepTime(l: line);
begin
  alias it: l2[l] do
    if it.evicted & TW3 = 1 then
      it.gt := -1;
      it.shared := false;
    elsif it.gt >= 0 then
      it.shared := it.evicted | it.shared;
      it.gt := it.gt + TIME_STEP;
    end;
    it.evicted := false;
  end;
end;

procedure WeakStore(c: cu; l: line; var r: request_message);
var matches: boolean;
var alone: boolean;   -- no other copy can be stale: ACK, else ACK-G or DATA-G
begin
  alias it: l2[l] do
    matches := r.kind = UPGR & r.lt = it.gt & (!it.evicted | REFETCH_DATA != 1);
    if r.kind = UPGR & it.evicted & REFETCH_DATA = 2 then
      matches := true;
    end;
    alone := it.evicted ? TW3 = 1 : matches & !it.shared;
    if !alone then
      RaiseGwct(r.sender, it.gt);
    end;
    PerformStore(l, r);
    if !it.evicted & it.gt >= 0 & TW5 = 1 then
      it.shared := false;
    end;
    StepTime(l);
    if r.kind = UPGR then
      AnswerUpgrade(c, l, !matches);
    end;
  end;
end;

procedure PerformAtomic(c: cu; l: line; var r: request_message);
var v: value;
begin
  alias it: l2[l]; t: r.sender; o: r.what; w: WordOf(r.what) do
    v := it.data[w];
    if STRONG = 0 & !(it.evicted & TW3 = 1) then
      RaiseGwct(t, it.gt);
    end;
    if Kind(o) = STORE then
      PerformStore(l, r);
    elsif Kind(o) = RMW & Writes(o, v) then
      it.data[w] := Result(o, v);
      ObserveStore(t, l, w, it.data[w]);
    end;
    if STRONG = 0 then
      StepTime(l);
    end;
    if Kind(o) != STORE then
      Complete(t, r.answer, v);
    end;
  end;
end;

-- Each of these is the L2's step and the answer's effect.
procedure ServeWrite(c: cu; l: line; var r: request_message);
begin
  l1[c][l].unanswered := l1[c][l].unanswered - 1;
  if r.kind = ATOMIC then
    PerformAtomic(c, l, r);
  elsif STRONG = 1 then
    PerformStore(l, r);
  else
    WeakStore(c, l, r);
  end;
  Answered(r.sender);
  PassFences(r.sender);
  Settle(r.sender, l);
end;

procedure ServeLoadOne(c: cu; l: line; var r: request_message);
begin
  l1[c][l].unanswered := l1[c][l].unanswered - 1;
  if STEPS = 1 then
    Extend(l, 0);
  end;
  Complete(r.sender, r.answer, l2[l].data[WordOf(r.what)]);
  Answered(r.sender);
  PassFences(r.sender);
  Settle(r.sender, l);
end;

procedure StartFetch(c: cu; l: line);
var r: request_message;
begin
  l1[c][l].fetch := ASKED;
  l1[c][l].installs := l1[c][l].unanswered = 0;
  r.kind := GETS;
  Send(c, l, r);
end;

-- The loads in the miss that the answer serves; the others ask again, all by
-- one request that is sent after each of them was issued.
procedure Deliver(c: cu; l: line);
var left: boolean;
begin
  left := false;
  for t: thread do
    for g: tag do
      if waiting[t][g].active & CuOf(t) = c then
        if LineOf(waiting[t][g].what) = l then
          if waiting[t][g].first | MERGE_ALL = 1 | l1[c][l].fill_lt >= 0 then
            Complete(t, g, l1[c][l].fill[WordOf(waiting[t][g].what)]);
            StopWaiting(t, g);
            Answered(t);
            PassFences(t);
            SettleThread(t);
          else
            waiting[t][g].first := true;
            left := true;
          end;
        end;
      end;
    end;
  end;
  if l1[c][l].fill_lt >= 0 & l1[c][l].installs & Touched(c, l) then
    l1[c][l].lt := l1[c][l].fill_lt;
    l1[c][l].data := l1[c][l].fill;
  end;
  l1[c][l].fetch := IDLE;
  undefine l1[c][l].fill;
  undefine l1[c][l].fill_lt;
  undefine l1[c][l].installs;
  if left then
    StartFetch(c, l);
  end;
  SettleLine(l);
end;

-- The L2 answers the fetch; the lease is whatever the predictor says.  A copy
-- that will not be there, or will not matter, needs none.
procedure ServeFetch(c: cu; l: line; lease: time_left);
begin
  l1[c][l].fill := l2[l].data;
  if (STEPS = 0 & !(l1[c][l].installs & Touched(c, l) & Changing(l))) | (Yields(l) & l2[l].gt < 0) then
    l1[c][l].fill_lt := -1;
    l1[c][l].installs := false;
  else
    Extend(l, lease);
    l1[c][l].fill_lt := l2[l].gt;
  end;
  l1[c][l].fetch := ANSWERED;
  if STEPS = 0 then
    Deliver(c, l);
  end;
end;

-- Whether a read of this kind is the first request there, and may be served.
function ReadIsFirst(c: cu; l: line; k: request_kind): boolean;
begin
  return up[c][l].count > 0 & up[c][l].request[0].kind = k & (STRONG = 0 | !l2[l].evicted);
end;

procedure ServeFirst(c: cu; l: line; lease: time_left);
var first: request_message;
begin
  Dequeue(c, l, first);
  switch first.kind
    case GETS: ServeFetch(c, l, lease);
    case LOAD_ONE: ServeLoadOne(c, l, first);
    case GETX, UPGR, ATOMIC: ServeWrite(c, l, first);
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 serves a load"
    ReadIsFirst(c, l, LOAD_ONE)
  ==>
  begin
    ServeFirst(c, l, 0);
  end;

  fair rule "L2 serves a write"
    up[c][l].count > 0
    & !IsRead(up[c][l].request[0].kind)
    & MayWriteNow(l, up[c][l].request[0].kind, up[c][l].request[0].lt)
    & !(TS2 = 1 & STRONG = 1 & up[c][l].request[0].kind = ATOMIC)
  ==>
  begin
    ServeFirst(c, l, 0);
  end;
end;

ruleset c: cu; l: line; lease: 0 .. LEASE do
  fair rule "L2 serves a fetch"
    ReadIsFirst(c, l, GETS)
  ==>
  begin
    ServeFirst(c, l, lease);
  end;
end;

ruleset c: cu; l: line do
  fair rule "fill"
    l1[c][l].fetch = ANSWERED & Room(c, l)
  ==>
  begin
    Deliver(c, l);
  end;

  rule "L1 evicts"
    EvictionsOn() & l1[c][l].lt >= 0 & l1[c][l].unanswered = 0
  ==>
  begin
    DropCopy(c, l);
    SettleShared(l);
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    EvictionsOn() & EVICT_UNEXPIRED = 1 & l2[l].gt >= 0 & !l2[l].evicted
  ==>
  begin
    l2[l].evicted := true;
    l2[l].shared := false;
  end;
end;

-- ---- issue ----

procedure JoinMiss(t: thread; o: operation; g: tag);
begin
  alias it: waiting[t][g]; c: CuOf(t); l: LineOf(o) do
    it.active := true;
    it.first := l1[c][l].fetch = IDLE;
    it.what := o;
    if it.first then
      StartFetch(c, l);
    end;
  end;
end;

-- What a miss does that is answered at once: I -> I_V -> V, or I_I.
procedure LoadAtOnce(t: thread; o: operation; g: tag);
begin
  alias it: waiting[t][g]; c: CuOf(t); l: LineOf(o) do
    it.active := true;
    it.first := true;
    it.what := o;
    l1[c][l].installs := l1[c][l].unanswered = 0 & l1[c][l].lt < 0;
    ServeFetch(c, l, lease_choice);
  end;
end;

procedure IssueLoad(t: thread; o: operation; g: tag);
var r: request_message;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Hits(c, l) then
      Complete(t, g, l1[c][l].data[w]);
    elsif !Changing(l) then
      Complete(t, g, l2[l].data[w]);
    else
      Issued(t, o);
      if AtOnce(t, o, false) then
        LoadAtOnce(t, o, g);
      elsif MayFetch(c, l) then
        JoinMiss(t, o, g);
      else
        r.kind := LOAD_ONE;
        r.sender := t;
        r.what := o;
        r.answer := g;
        l1[c][l].unanswered := l1[c][l].unanswered + 1;
        Send(c, l, r);
      end;
    end;
  end;
end;

procedure IssueWrite(t: thread; o: operation; g: tag);
var r: request_message;
var at_once: boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    Issued(t, o);
    at_once := AtOnce(t, o, false);
    if WaitsBefore(o) then
      barrier[t] := true;
    end;
    r.sender := t;
    r.what := o;
    r.kind := WriteKind(c, l, o);
    if r.kind = ATOMIC then
      if Kind(o) != STORE then
        r.answer := g;
      end;
      DropCopy(c, l);
    elsif r.kind = UPGR then
      r.lt := l1[c][l].lt;
      l1[c][l].data[WordOf(o)] := Stored(o);
    end;
    if l1[c][l].fetch != IDLE then
      l1[c][l].installs := false;
    end;
    l1[c][l].unanswered := l1[c][l].unanswered + 1;
    if at_once then
      ServeWrite(c, l, r);
    else
      Send(c, l, r);
    end;
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if IsLoad(o) then
    IssueLoad(t, o, g);
  elsif Kind(o) != FENCE then
    IssueWrite(t, o, g);
  end;
  if Kind(o) != FENCE then
    SettleLine(LineOf(o));
  end;
  SettleThread(t);
  SettleAllPrefetches();
end;

-- It binds nothing, so it may as well be issued as late as the L2 answers it.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].lt < 0 & l1[c][l].unanswered = 0 & l1[c][l].fetch = IDLE & up[c][l].count = 0
       & (STRONG = 0 | !l2[l].evicted) & WorthPrefetch(c, l) & Changing(l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  l1[c][l].installs := true;
  ServeFetch(c, l, lease_choice);
  for k: line do SettleShared(k); end;
end;

-- The lease of a fetch that is answered as it is issued; the driver's own rules have 0.
function ChoosesLease(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    return IsLoad(o) & l1[c][l].lt < 0 & l1[c][l].unanswered = 0 & AtOnce(t, o, true)
         & Changing(l) & TouchedFrom(t, true, l);
  end;
end;

ruleset t: thread; lease: 1 .. LEASE do
  rule "issue"
    STEPS = 0 & MayTake(t) & ChoosesLease(t, Next(t, false))
  ==>
  begin
    lease_choice := lease;
    Take(t);
    lease_choice := 0;
  end;
end;

ruleset c: cu; l: line; w: word; lease: 1 .. LEASE do
  rule "prefetch, with a lease"
    MayPrefetch(c, l, w)
  ==>
  begin
    lease_choice := lease;
    TakePrefetch(c, l, w);
    lease_choice := 0;
  end;
end;

procedure Unwanted(c: cu; l: line);
begin
  if !Touched(c, l) & l1[c][l].unanswered = 0 then
    DropCopy(c, l);
  end;
  SettleAllPrefetches();
  SettleShared(l);
end;

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do up[c][l].count = 0 & l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value;       begin return l2[l].data[w]; end;
function Latest(l: line; w: word): value;           begin return l2[l].data[w]; end;

-- What invariants/tc-*.m look at.

function CopyLeft(c: cu; l: line): time_left;
begin
  return l1[c][l].lt;
end;

-- What an answer to an upgrade, on its way, is about to give to the copy.
function RenewedLeft(c: cu; l: line): time_left;
begin
  return -1;
end;

-- Of what is on its way to be installed; -1: nothing is.
function FillLeft(c: cu; l: line): time_left;
begin
  return l1[c][l].fetch = ANSWERED & l1[c][l].installs ? l1[c][l].fill_lt : -1;
end;

function FillValue(c: cu; l: line; w: word): value;
begin
  return l1[c][l].fill[w];
end;

function Private(l: line): boolean;
begin
  return l2[l].gt >= 0 & !l2[l].shared & !l2[l].evicted;
end;

-- For how long fences of t wait, for the store that is being performed too.
function GlobalWait(t: thread): wait_left;
begin
  return gwct[t];
end;
