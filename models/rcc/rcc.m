-- SPDX-License-Identifier: BSD-2-Clause
-- RCC: relativistic cache coherence, by logical timestamps.  The tables follow
-- the authors' public simulator; the papers' own were not at hand.
--
-- A store takes a time after every lease that was ever given on its line, and
-- is performed at once: no invalidation, no waiting.  Each core has a clock (in
-- form WO two, for loads and for stores); a copy is read while the clock is
-- within the copy's lease.  L1: write-through, write-no-allocate, one fetch of a
-- line outstanding, which loads join; stores are never merged.  L2: a version
-- time and the end of the latest lease for each line, one time for all lines of
-- a bank that are not in it; each line has its own bank.
--
-- Messages are in no order at all: a store and its answer are one record of
-- the thread, a fetch and its fill one of the line in the L1.
--
-- machine: source: Ren and Lis, RCC, as in the authors' public simulator
-- machine: promises: sc; those of form SC
-- machine: variant wo: SC=0
-- machine: promises wo: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: lowering: models/lib/waits.m; an atomic is performed at the L2; form WO: a fence makes both clocks the later one; form SC: one access of a thread at a time

include "../lib/waits.m"

const
  SC: 1;                 -- form: 1 SC, 0 WO
  LEASE: 1;
  TIMES: 31;             -- no time is later (a run that gets there is an error, not a verdict)
    POSTED: 2;             -- stores and atomics of a thread that are not answered
  EVICT_BEFORE: 6;       -- the L2 evicts no line with a later time: else times grow for ever
  -- Holes of the simulator; 1: repaired.
  AFTER_LEASES: 1;       -- a store to a line that was evicted comes after the leases given on it
  CHECK_MERGED: 1;       -- a fill serves those loads alone whose clock it is live for
  CLOSE_FETCH: 1;        -- WO: what was fetched before an answered store of the CU is not joined, nor kept
  HOLD_SAME: 1;          -- WO: an access waits for the thread's earlier one to its location

type
  time: 0 .. TIMES;
  posted: 0 .. POSTED - 1;
  post_state: enum { FREE, SENT, DONE };
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    exp: time;
    fetch: fetch_state;
    closed: boolean;     -- CLOSE_FETCH
    asked: time;         -- ASKED: the clock sent
    fill: array [word] of value;
    fill_ver, fill_exp: time;
  end;
  l2_line: record
    present: boolean;
    data: array [word] of value;  -- the memory's where it is not present
    ver: time;           -- of the last version
    exp: time;           -- when the latest lease ends; not present: the bank's time
  end;

var
  loads, stores: array [cu] of time;  -- clocks; the same one in form SC
  l1: array [cu] of array [line] of l1_line;
  l2: array [line] of l2_line;
  post: array [thread] of array [posted] of record
    state: post_state;
    what: operation;
    answer: tag;
    clock: time;         -- SENT
    ver: time;           -- DONE
    old: value;          -- DONE, of an atomic
  end;

include "../lib/logical-time.m"

procedure MachineStart();
begin
  WaitsStart();
  AccessesStart();
  for l: line do
    l2[l].present := true;
    for w: word do
      l2[l].data[w] := Initial(l, w);
    end;
    l2[l].ver := 0;
    l2[l].exp := 0;
    for c: cu do
      l1[c][l].valid := false;
      l1[c][l].fetch := IDLE;
    end;
  end;
  for c: cu do
    loads[c] := 0;
    stores[c] := 0;
  end;
end;

-- ---- clocks ----

procedure Drop(c: cu; l: line);
begin
  l1[c][l].valid := false;
  undefine l1[c][l].data;
  undefine l1[c][l].exp;
end;

-- Clocks never go back: a copy whose lease has ended is never read again.
procedure DropExpired(c: cu);
begin
  for l: line do
    if l1[c][l].valid then
      if l1[c][l].exp < loads[c] then
        Drop(c, l);
      end;
    end;
  end;
end;

procedure RaiseLoads(c: cu; at: time);
begin
  loads[c] := Later(loads[c], at);
  if SC = 1 then
    stores[c] := loads[c];
  end;
  DropExpired(c);
end;

procedure RaiseStores(c: cu; at: time);
begin
  stores[c] := Later(stores[c], at);
  if SC = 1 then
    loads[c] := stores[c];
    DropExpired(c);
  end;
end;

-- Whether a fence of t waits for nothing but the access that is answered now.
function LetsFenceGo(t: thread): boolean;
begin
  return barrier[t] & pending[t] = 1;
end;

procedure Fence(c: cu);
begin
  RaiseLoads(c, stores[c]);
  RaiseStores(c, loads[c]);
end;

-- An access of t is answered; a fence that waited for it goes with that.
procedure Settled(t: thread);
begin
  if LetsFenceGo(t) then
    Fence(CuOf(t));
  end;
  Answered(t);
end;

procedure Bind(t: thread; g: tag; v: value; at: time);
begin
  reads_at[t] := at;
  Complete(t, g, v);
  undefine reads_at[t];
end;

-- ---- issue ----

function Accepts(t: thread; o: operation): boolean;
begin
  if !FencesAllow(t, o) | (SC = 1 & pending[t] != 0) then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if HOLD_SAME = 1 & Busy(t, l, w) then
      return false;
    elsif Kind(o) = LOAD then
      return l1[c][l].valid | l1[c][l].fetch = IDLE | !l1[c][l].closed;
    end;
    return HasFreePost(t);
  end;
end;

procedure Fetch(c: cu; l: line; clock: time);
begin
  l1[c][l].fetch := ASKED;
  l1[c][l].closed := false;
  l1[c][l].asked := clock;
end;

procedure IssueLoad(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o) do
    if l1[c][l].valid then
      Bind(t, g, l1[c][l].data[WordOf(o)], loads[c]);
      if Acquires(o) | Order(o) = SEQ_CST then
        if pending[t] = 0 then
          Fence(c);
        else
          barrier[t] := true;
        end;
      end;
    else
      Issued(t, o);
      waiting[t][g].active := true;
      waiting[t][g].what := o;
      waiting[t][g].clock := loads[c];
      if l1[c][l].fetch = IDLE then
        Fetch(c, l, loads[c]);
      end;
    end;
  end;
end;

procedure IssueStore(t: thread; o: operation; g: tag);
var posted_it: boolean;
begin
  Issued(t, o);
  posted_it := false;
  for p: posted do
    if !posted_it & post[t][p].state = FREE then
      post[t][p].state := SENT;
      post[t][p].what := o;
      post[t][p].clock := stores[CuOf(t)];
      if Kind(o) = RMW then
        post[t][p].answer := g;
      end;
      posted_it := true;
    end;
  end;
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
end;

-- ---- the L2 ----

procedure FetchFromMemory(l: line);
begin
  if !l2[l].present then
    l2[l].present := true;
    l2[l].ver := l2[l].exp;
  end;
end;

-- The L2 answers a fetch: the lease ends LEASE after the version and the clock.
procedure ServeFetch(c: cu; l: line; clock: time);
begin
  FetchFromMemory(l);
  l2[l].exp := Later(l2[l].exp, Later(l2[l].ver, clock) + LEASE);
  l1[c][l].fetch := ANSWERED;
  undefine l1[c][l].asked;
  l1[c][l].fill := l2[l].data;
  l1[c][l].fill_ver := l2[l].ver;
  l1[c][l].fill_exp := l2[l].exp;
end;

-- The time of a store: after the line's leases, and not before its clock.
procedure Stamp(l: line; o: operation; clock: time);
begin
  if l2[l].present | Kind(o) = RMW then
    FetchFromMemory(l);
    l2[l].ver := Later(Later(l2[l].ver, clock), l2[l].exp + 1);
  else
    l2[l].present := true;
    l2[l].ver := Later(clock, l2[l].exp + AFTER_LEASES);
  end;
end;

ruleset t: thread; p: posted do
  rule "L2 serves a store"
    post[t][p].state = SENT
  ==>
  begin
    alias o: post[t][p].what; l: LineOf(post[t][p].what); w: WordOf(post[t][p].what) do
      if Kind(o) = RMW then
        post[t][p].old := l2[l].data[w];
      end;
      Stamp(l, o, post[t][p].clock);
      if Kind(o) = STORE then
        l2[l].data[w] := Stored(o);
        ObserveStore(t, l, w, l2[l].data[w]);
      elsif Writes(o, post[t][p].old) then
        l2[l].data[w] := Result(o, post[t][p].old);
        ObserveStore(t, l, w, l2[l].data[w]);
      end;
      post[t][p].state := DONE;
      post[t][p].ver := l2[l].ver;
      undefine post[t][p].clock;
    end;
  end;

  rule "answer"
    post[t][p].state = DONE
  ==>
  var done: operation;
  var ver: time;
  var old: value;
  var g: tag;
  begin
    done := post[t][p].what;
    ver := post[t][p].ver;
    alias c: CuOf(t); l: LineOf(done) do
      Drop(c, l);
      if SC = 0 & CLOSE_FETCH = 1 & l1[c][l].fetch != IDLE then
        l1[c][l].closed := true;
      end;
      if Kind(done) = RMW then
        old := post[t][p].old;
        g := post[t][p].answer;
      end;
      undefine post[t][p];
      post[t][p].state := FREE;
      RaiseStores(c, ver);
      if Kind(done) = RMW then
        Complete(t, g, old);  -- read just before its own write
      end;
      Settled(t);
    end;
    PassFences(t);
  end;
end;

ruleset c: cu; l: line do
  rule "L2 serves a fetch"
    l1[c][l].fetch = ASKED
  ==>
  begin
    ServeFetch(c, l, l1[c][l].asked);
  end;
end;

ruleset l: line do
  rule "L2 evicts"
    EvictionsOn() & UsedLine(l) & l2[l].present & Later(l2[l].exp, l2[l].ver) < EVICT_BEFORE
  ==>
  begin
    l2[l].present := false;
    l2[l].exp := Later(l2[l].exp, l2[l].ver);
    undefine l2[l].ver;
  end;
end;

-- ---- the L1 ----

-- The loads that the fill is live for are served; of the others the latest
-- clock is left in `rest`.
procedure Deliver(c: cu; l: line; var any: boolean; var rest: time);
var fence: boolean;  -- one that waited for a load goes
begin
  any := false;
  fence := false;
  rest := 0;
  for t: thread do
    for g: tag do
      if WaitsFor(t, g, c, l) then
        if CHECK_MERGED = 1 & waiting[t][g].clock > l1[c][l].fill_exp then
          any := true;
          if waiting[t][g].clock > rest then
            rest := waiting[t][g].clock;
          end;
        else
          Bind(t, g, l1[c][l].fill[WordOf(waiting[t][g].what)], Later(waiting[t][g].clock, l1[c][l].fill_ver));
          undefine waiting[t][g];
          waiting[t][g].active := false;
          if LetsFenceGo(t) then
            fence := true;
          end;
          Answered(t);
          PassFences(t);
        end;
      end;
    end;
  end;
  if fence then
    Fence(c);
  end;
end;

procedure EndFetch(c: cu; l: line);
begin
  l1[c][l].fetch := IDLE;
  undefine l1[c][l].closed;
  undefine l1[c][l].fill;
  undefine l1[c][l].fill_ver;
  undefine l1[c][l].fill_exp;
end;

procedure Keep(c: cu; l: line);
begin
  if !l1[c][l].closed & loads[c] <= l1[c][l].fill_exp & Wanted(c, l) then
    l1[c][l].valid := true;
    l1[c][l].data := l1[c][l].fill;
    l1[c][l].exp := l1[c][l].fill_exp;
  end;
end;

ruleset c: cu; l: line do
  rule "fill"
    l1[c][l].fetch = ANSWERED
  ==>
  var any: boolean;
  var rest: time;
  begin
    RaiseLoads(c, l1[c][l].fill_ver);
    Deliver(c, l, any, rest);
    Keep(c, l);
    EndFetch(c, l);
    if any then
      Fetch(c, l, rest);
    end;
  end;

  rule "L1 evicts"
    EvictionsOn() & l1[c][l].valid
  ==>
  begin
    Drop(c, l);
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !l1[c][l].valid & l1[c][l].fetch = IDLE & Wanted(c, l);
end;

-- It binds nothing, so it may as well be issued as late as the L2 serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  Fetch(c, l, loads[c]);
  ServeFetch(c, l, loads[c]);
end;

-- A fill that nobody waits for may never come: it would raise a clock, later
-- than any step, and nothing more.
procedure Unwanted(c: cu; l: line);
begin
  Drop(c, l);
  if l1[c][l].fetch = ANSWERED & !AnyWaits(c, l) then
    EndFetch(c, l);
  end;
end;

-- ---- what the driver and the invariants ask ----

function Quiescent(): boolean;
begin
  return NothingPosted()
       & forall c: cu do forall l: line do l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value;       begin return l2[l].data[w]; end;
function Latest(l: line; w: word): value;           begin return l2[l].data[w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;

-- For invariants/logical-time.m.
function VersionTime(l: line): time;                begin return l2[l].ver; end;
function ProgramOrder(): boolean;                   begin return SC = 1; end;
