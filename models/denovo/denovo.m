-- SPDX-License-Identifier: BSD-2-Clause
-- DeNovo for GPUs: write-back L1s that register each word that they write with
-- the shared L2, and that invalidate their own copies at an acquire.
--
-- A word is invalid, valid or registered in an L1; the L2, the registry, has for
-- each word its data or the name of the L1 that has it registered.  Nobody knows
-- who has valid copies, and no message invalidates them.
--
--   data load    hits whatever the L1 has.  Else it asks the L2, which answers, or
--                forwards it to the registered L1; that L1 answers, and stays
--                registered.
--   data store   is in the L1 at once, and asks for the registration.  The L2
--                changes the owner at once, and forwards the request to the one
--                before, which gives up the word.
--   other        every access that is not plain needs the word registered (DeNovoSync0),
--                and is performed in the L1.
--   acquire      drops the L1's valid words as it is performed.
--   release      waits for its thread's earlier accesses, stores being registered.
--   eviction     a registered word is written back, and kept until the L2 answers;
--                the L2 takes it from the registered L1 alone.
--
-- A forwarded request for a word whose registration the L1 still waits for is
-- queued there, so that the L1s that want a word form a queue.  All accesses of the
-- L1 that wait for the word go before what is queued.
--
-- machine: source: Sinclair, Alsop and Adve, Efficient GPU Synchronization without Scopes (MICRO 2015), section 3; some points from the authors' gem5-spandex
-- machine: promises: hrf-indirect-relaxed drf-relaxed
-- machine: promises scoped: hrf-indirect-relaxed
-- machine: invariants: coherence ownership
-- machine: lowering: plain loads and stores are data; all others synchronise, relaxed
--   ones without waits and invalidations.  An acquire holds up what follows it, and
--   drops the valid words as it binds its value.  A release waits for its thread's
--   earlier accesses; an acquire for its thread's earlier releases.  An sc access
--   and a fence do both; every scope counts as the whole system.
-- machine: variant steps: STEPS=1, every message a step
-- machine: variant scoped: SCOPED=1, DeNovo-H: work-group scope in the L1
-- machine: variant keeps-valid: KEEPS_VALID=1, who gives up a word keeps a valid copy
-- machine: variant waits-for-all: RELEASE_ALL=1, a release waits for the whole L1
-- machine: variant late-stores: EARLY=0, no load sees a store that is not registered
-- machine: variant late-fills: LATE_FILLS=1
-- machine: promises late-fills: none; it shows what an open point is worth
-- machine: values STEPS SCOPED KEEPS_VALID RELEASE_ALL EARLY LATE_FILLS LINE_FILLS: 0..1
-- machine: values COALESCED: 1..8
--
-- Networks: no order between requests, and none between answers.  What goes from
-- the L2 to an L1 about a word, forwards and answers to write-backs, stays in order.
--
-- Left out: selective invalidation (read-only regions), the back-off of DeNovoSync,
-- evictions of the L2, and the memory behind it.

-- show: lane "registry" of registry, memory

include "../lib/parts/fences.m"
include "../lib/parts/latest.m"

const
  STEPS: 0;        -- 1: every message is a step of its own
  SCOPED: 0;       -- 1: accesses of work-group scope stay in the L1, stores register later

  -- What the paper leaves open.
  KEEPS_VALID: 0;  -- 1: an L1 that gives up a word keeps a valid copy, as in gem5-spandex
  RELEASE_ALL: 0;  -- 1: a release waits for the stores of all threads of its L1
  EARLY: 1;        -- 0: a load waits for a store of its L1 that is not registered
  LATE_FILLS: 0;   -- 1: a fill that was asked for before an acquire installs all the same
  LINE_FILLS: 1;   -- 0: who answers a load sends that word alone
  COALESCED: 2;    -- stores to a word that wait for one registration

  PENDING: STORES + COALESCED;  -- stores of a thread that are not registered
  FIFO_DEPTH: CUS + 2;  -- forwarded loads, one registration and the answer to a write-back

type
  word_state: enum { INVALID, VALID, REGISTERED,
                     LEAVING,     -- registered, written back, and not answered
                     LEFT };      -- given up since, and not answered
  request_state: enum { NONE, ASKED, FORWARDED, ANSWERED };
  forward_kind: enum { READ, REGISTER, WRITTEN_BACK };
  entry_type: record
    kind: forward_kind;
    requester: cu;                       -- but for WRITTEN_BACK
  end;

include "../lib/parts/fifo.m"

var
  -- The L2: who has the word registered, or else its data, in memory.
  registry: array [line] of array [word] of record
    owned: boolean;
    owner: cu;
  end;
  l1: array [cu] of array [line] of array [word] of record
    state: word_state;
    data: value;
    -- Stores that wait for the registration, the oldest first.
    count: 0 .. COALESCED;
    store: array [0 .. COALESCED - 1] of record
      who: thread;
      releases: boolean;
      data: value;
    end;
    registration: request_state;
    answer: value;                       -- on its way, where it is ANSWERED
    writes_back: boolean;                -- a write-back is on its way to the L2
    back: value;
  end;
  fetches: array [cu] of array [line] of array [word] of record
    state: request_state;
    installs: array [word] of boolean;   -- false once it may be older than what the L1 had
    has: array [word] of boolean;        -- the words that the answer has
    data: array [word] of value;
  end;
  forwards: array [cu] of array [line] of array [word] of fifo_type;

  waiting: array [thread] of array [tag] of record
    active: boolean;
    what: operation;
    fetches: boolean;                    -- it waits for a fetch, else for the registration
  end;
  reads: array [thread] of 0 .. TAGS;    -- loads and read-modify-writes that are not bound
  stores: array [thread] of 0 .. PENDING;  -- not registered
  releases: array [thread] of 0 .. PENDING; -- of those, release stores
  barrier: array [thread] of boolean;    -- an acquire is not bound

procedure FreeFetch(c: cu; l: line; w: word);
begin
  undefine fetches[c][l][w];
  fetches[c][l][w].state := NONE;
  for v: word do
    fetches[c][l][w].installs[v] := false;
    fetches[c][l][w].has[v] := false;
  end;
end;

include "../lib/parts/waiting.m"

procedure DropCopy(c: cu; l: line; w: word; s: word_state);
begin
  l1[c][l][w].state := s;
  undefine l1[c][l][w].data;
end;

procedure MachineStart();
begin
  LatestStart();
  for l: line do
    for w: word do
      registry[l][w].owned := false;
      undefine registry[l][w].owner;
      for c: cu do
        undefine l1[c][l][w];
        l1[c][l][w].state := INVALID;
        l1[c][l][w].count := 0;
        l1[c][l][w].registration := NONE;
        l1[c][l][w].writes_back := false;
        forwards[c][l][w].count := 0;
        FreeFetch(c, l, w);
      end;
    end;
  end;
  NobodyWaits();
  for t: thread do
    StartReads(t);
    stores[t] := 0;
    releases[t] := 0;
  end;
end;

-- ---- what an access needs ----

-- Performed in the L1 whatever the registry says: data, and with SCOPED all of
-- work-group scope and below.
function IsLocal(o: operation): boolean;
begin
  return Order(o) = PLAIN | (SCOPED = 1 & !AtLeast(Scope(o), COMPONENT));
end;

function IsRegistered(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l][w].state = REGISTERED;
end;

-- Whether a local access finds a value in the L1.
function Hits(c: cu; l: line; w: word): boolean;
begin
  alias it: l1[c][l][w] do
    if it.count > 0 then
      return EARLY = 1;
    end;
    return it.state = VALID | it.state = REGISTERED;
  end;
end;

function LocalValue(c: cu; l: line; w: word): value;
begin
  alias it: l1[c][l][w] do
    return it.count > 0 ? it.store[it.count - 1].data : it.data;
  end;
end;

-- Whether a load may join the fetch of the word, or start it.  There is one at a
-- time; one that may be too old has to come back before the next is sent.
function MayJoin(c: cu; l: line; w: word): boolean;
begin
  return fetches[c][l][w].state = NONE | fetches[c][l][w].installs[w];
end;

-- What is on its way to the L1 may from now on be older than what the L1 has, or has seen.
procedure CloseFetches(c: cu; l: line; w: word);
begin
  for v: word do
    fetches[c][l][v].installs[w] := false;
  end;
end;

include "../lib/parts/location-order.m"

-- Whether an access of the L1 waits for the word's registration.
function Wanting(c: cu; l: line; w: word): boolean;
begin
  return exists t: thread do exists g: tag do
           (waiting[t][g].active ? CuOf(t) = c & LineOf(waiting[t][g].what) = l
              & WordOf(waiting[t][g].what) = w & !waiting[t][g].fetches : false)
         end end;
end;

-- Whether one more store of t may wait for the registration.
function HasRoom(t: thread; c: cu; l: line; w: word): boolean;
begin
  return l1[c][l][w].count < COALESCED & stores[t] < PENDING;
end;

-- Whether stores of the L1 are not registered.
function Outstanding(c: cu): boolean;
begin
  return exists l: line do exists w: word do l1[c][l][w].count > 0 end end;
end;

-- ---- the L1 ----

procedure DropL1(c: cu);
begin
  for l: line do
    for w: word do
      if l1[c][l][w].state = VALID then
        DropCopy(c, l, w, INVALID);
      end;
      if LATE_FILLS = 0 then
        CloseFetches(c, l, w);
      end;
    end;
  end;
end;

function DropsL1(o: operation): boolean;
begin
  return SCOPED = 0 | AtLeast(Scope(o), COMPONENT);
end;

-- A store, in an L1 that has the word registered.
procedure Write(t: thread; l: line; w: word; v: value);
begin
  l1[CuOf(t)][l][w].data := v;
  StoreInOrder(t, l, w, v);
end;

-- Any access, in an L1 that has the word registered.
procedure Perform(t: thread; o: operation; g: tag);
var v: value;
begin
  alias l: LineOf(o); w: WordOf(o) do
    v := l1[CuOf(t)][l][w].data;
    if Kind(o) = STORE | (Kind(o) = RMW & Writes(o, v)) then
      Write(t, l, w, Kind(o) = STORE ? Stored(o) : Result(o, v));
    end;
    if Kind(o) != STORE then
      Bind(t, o, g, v);
    end;
  end;
end;

procedure AskRegistration(c: cu; l: line; w: word);
begin
  if l1[c][l][w].registration = NONE then
    l1[c][l][w].registration := ASKED;
    CloseFetches(c, l, w);
  end;
end;

-- A store that waits for the registration; with SCOPED that may be asked for later.
procedure Buffer(t: thread; o: operation; v: value);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o); it: l1[CuOf(t)][LineOf(o)][WordOf(o)] do
    it.store[it.count].who := t;
    it.store[it.count].releases := Releases(o) & !IsLocal(o);
    it.store[it.count].data := v;
    it.count := it.count + 1;
    stores[t] := stores[t] + 1;
    if Releases(o) & !IsLocal(o) then
      releases[t] := releases[t] + 1;
    end;
    CloseFetches(c, l, w);
    if !(SCOPED = 1 & IsLocal(o)) then
      AskRegistration(c, l, w);
    end;
  end;
end;

-- The registration has come: the stores take their place, as they were issued.
procedure Register(c: cu; l: line; w: word);
begin
  alias it: l1[c][l][w] do
    it.state := REGISTERED;
    it.data := it.answer;
    undefine it.answer;
    it.registration := NONE;
    CloseFetches(c, l, w);
    for i: 0 .. COALESCED - 1 do
      if i < it.count then
        Write(it.store[i].who, l, w, it.store[i].data);
        stores[it.store[i].who] := stores[it.store[i].who] - 1;
        if it.store[i].releases then
          releases[it.store[i].who] := releases[it.store[i].who] - 1;
        end;
        undefine it.store[i];
      end;
    end;
    it.count := 0;
  end;
end;

-- ---- answers to loads ----

-- Who answers a load sends what it has of the line.
function Sends(v: word; w: word): boolean;
begin
  return v = w | LINE_FILLS = 1;
end;

procedure AnswerFromL2(c: cu; l: line; w: word);
begin
  alias it: fetches[c][l][w] do
    it.state := ANSWERED;
    for v: word do
      if Sends(v, w) & !registry[l][v].owned then
        it.has[v] := true;
        it.data[v] := memory[l][v];
      end;
    end;
  end;
end;

procedure AnswerFromL1(owner: cu; c: cu; l: line; w: word);
begin
  alias it: fetches[c][l][w] do
    it.state := ANSWERED;
    for v: word do
      if v = w | (Sends(v, w) & IsRegistered(owner, l, v)) then
        it.has[v] := true;
        it.data[v] := l1[owner][l][v].data;
      end;
    end;
  end;
end;

-- ---- what the L2 sends to an L1 ----

-- Whether the L1 may take what comes first: a forward waits for the L1's own
-- registration, and for all accesses of the L1 that wait for it.
function MayTakeForward(c: cu; l: line; w: word): boolean;
begin
  alias f: forwards[c][l][w]; it: l1[c][l][w] do
    return f.count > 0
         & (f.entry[0].kind = WRITTEN_BACK | it.state = LEAVING
            | (it.registration = NONE & !Wanting(c, l, w)));
  end;
end;

procedure TakeForward(c: cu; l: line; w: word);
var e: entry_type;
begin
  Pop(forwards[c][l][w], e);
  alias it: l1[c][l][w] do
    if e.kind = WRITTEN_BACK then
      DropCopy(c, l, w, INVALID);
    else
      assert "a forward finds the word" it.state = REGISTERED | it.state = LEAVING;
      if e.kind = READ then
        AnswerFromL1(c, e.requester, l, w);
      else
        l1[e.requester][l][w].registration := ANSWERED;
        l1[e.requester][l][w].answer := it.data;
        if it.state = LEAVING then
          DropCopy(c, l, w, LEFT);
        elsif KEEPS_VALID = 1 then
          it.state := VALID;
        else
          DropCopy(c, l, w, INVALID);
        end;
      end;
    end;
  end;
end;

-- ---- answers that come ----

-- Whether t waits for the fetch of the word.
function WaitsFor(t: thread; g: tag; c: cu; l: line; w: word): boolean;
begin
  if !waiting[t][g].active | CuOf(t) != c then
    return false;
  end;
  return waiting[t][g].fetches ? LineOf(waiting[t][g].what) = l & WordOf(waiting[t][g].what) = w : false;
end;

-- Whether a read-modify-write of the L1 waits for a fetch of the word.
function RmwFetches(c: cu; l: line; w: word): boolean;
begin
  return SCOPED = 1 & exists t: thread do exists g: tag do
           WaitsFor(t, g, c, l, w) & Kind(waiting[t][g].what) = RMW end end;
end;

-- With SCOPED a read-modify-write may wait for one; it goes before the fill is over.
function MayFill(c: cu; l: line; w: word): boolean;
begin
  return fetches[c][l][w].state = ANSWERED
       & (SCOPED = 0 | forall t: thread do forall g: tag do
            WaitsFor(t, g, c, l, w) -> Kind(waiting[t][g].what) != RMW end end);
end;

procedure Fill(c: cu; l: line; w: word);
var v: value;
begin
  alias it: fetches[c][l][w] do
    for u: word do
      if it.has[u] & it.installs[u] & l1[c][l][u].state = INVALID & l1[c][l][u].count = 0 then
        l1[c][l][u].state := VALID;
        l1[c][l][u].data := it.data[u];
      end;
    end;
    v := it.data[w];
  end;
  for t: thread do
    for g: tag do
      if WaitsFor(t, g, c, l, w) then
        BindFilled(t, g, v);
      end;
    end;
  end;
  FreeFetch(c, l, w);
end;

-- ---- the registry ----

-- Without STEPS the L2 serves a request when all that follows from it can be done in
-- the same step.
function Ready(l: line; w: word): boolean;
begin
  alias r: registry[l][w] do
    return STEPS = 1 | !r.owned | (IsRegistered(r.owner, l, w) & !Wanting(r.owner, l, w));
  end;
end;

procedure ServeLoad(c: cu; l: line; w: word);
var e: entry_type;
begin
  alias r: registry[l][w] do
    if r.owned then
      e.kind := READ;
      e.requester := c;
      fetches[c][l][w].state := FORWARDED;
      Push(forwards[r.owner][l][w], e);
    else
      AnswerFromL2(c, l, w);
    end;
    if STEPS = 0 & r.owned then
      TakeForward(r.owner, l, w);
    end;
    if STEPS = 0 & !Wanted(c, l) & MayFill(c, l, w) then
      Fill(c, l, w);
    end;
  end;
end;

procedure ServeRegistration(c: cu; l: line; w: word);
var e: entry_type;
begin
  alias r: registry[l][w] do
    if r.owned then
      assert "who has a word registered does not ask for it" r.owner != c;
      e.kind := REGISTER;
      e.requester := c;
      l1[c][l][w].registration := FORWARDED;
      Push(forwards[r.owner][l][w], e);
      if STEPS = 0 then
        TakeForward(r.owner, l, w);
      end;
    else
      l1[c][l][w].registration := ANSWERED;
      l1[c][l][w].answer := memory[l][w];
      undefine memory[l][w];
    end;
    r.owned := true;
    r.owner := c;
  end;
  if STEPS = 0 then
    Register(c, l, w);
  end;
end;

-- The word may have moved on; then what is written back is dropped.
procedure ServeWriteBack(c: cu; l: line; w: word);
var e: entry_type;
begin
  alias r: registry[l][w]; it: l1[c][l][w] do
    if r.owned & r.owner = c then
      memory[l][w] := it.back;
      r.owned := false;
      undefine r.owner;
    end;
    it.writes_back := false;
    undefine it.back;
    e.kind := WRITTEN_BACK;
    Push(forwards[c][l][w], e);
    if STEPS = 0 then
      TakeForward(c, l, w);
    end;
  end;
end;

-- One that waited for the registration.
procedure PerformWaiting(t: thread; g: tag);
var o: operation;
begin
  o := waiting[t][g].what;
  Waited(t, g);
  Perform(t, o, g);
end;

-- One of work-group scope that waited for a fetch: it reads what the L1 has by now.
procedure PerformLocal(t: thread; g: tag);
var o: operation;
var v: value;
begin
  o := waiting[t][g].what;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if IsRegistered(c, l, w) then
      PerformWaiting(t, g);
    else
      v := l1[c][l][w].count > 0 ? LocalValue(c, l, w) : fetches[c][l][w].data[w];
      Waited(t, g);
      if Writes(o, v) then
        Buffer(t, o, Result(o, v));
      end;
      Bind(t, o, g, v);
    end;
  end;
end;

function MayPerform(t: thread; g: tag): boolean;
begin
  if !waiting[t][g].active then
    return false;
  end;
  alias o: waiting[t][g].what do
    if waiting[t][g].fetches then
      return Kind(o) = RMW
           & fetches[CuOf(t)][LineOf(o)][WordOf(o)].state = ANSWERED
           & HasRoom(t, CuOf(t), LineOf(o), WordOf(o));
    end;
    return IsRegistered(CuOf(t), LineOf(o), WordOf(o));
  end;
end;

-- ---- issue ----

-- Whether o waits for stores that are not registered.  With SCOPED stores are in the L1,
-- which is all that a work-group asks for.
function WaitsForStores(o: operation): boolean;
begin
  return (Releases(o) | Order(o) = SEQ_CST) & (SCOPED = 0 | AtLeast(Scope(o), COMPONENT));
end;

function WaitsForOthers(o: operation): boolean;
begin
  return WaitsForStores(o) & (SCOPED = 1 | RELEASE_ALL = 1);
end;

-- Whether the order of o lets t issue it.  With SCOPED a release hands on what other
-- threads of the L1 have stored.
function FencesAllow(t: thread; o: operation): boolean;
begin
  if barrier[t] | (WaitsForReads(o) & reads[t] > 0) then
    return false;
  end;
  if WaitsForStores(o) & (WaitsForOthers(o) ? Outstanding(CuOf(t)) : stores[t] > 0) then
    return false;
  end;
  return Kind(o) = FENCE | !Acquires(o) | releases[t] = 0;
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o); it: l1[CuOf(t)][LineOf(o)][WordOf(o)] do
    if OwnPending(t, l, w) then
      return false;
    elsif IsRegistered(c, l, w) then
      return true;
    -- While the L2 has not answered a write-back, nothing is asked for.
    elsif it.state = LEAVING | it.state = LEFT then
      return false;
    elsif Kind(o) = STORE then
      return HasRoom(t, c, l, w);
    elsif !IsLocal(o) | it.registration != NONE & !Hits(c, l, w) then
      return true;
    elsif Hits(c, l, w) then
      return Kind(o) = LOAD | HasRoom(t, c, l, w);
    else
      return it.count = 0 & MayJoin(c, l, w);
    end;
  end;
end;

include "../lib/parts/accepts.m"
include "../lib/parts/bound-reads.m"

procedure StartFetch(c: cu; l: line; w: word);
begin
  fetches[c][l][w].state := ASKED;
  for v: word do
    fetches[c][l][w].installs[v] := Sends(v, w);
  end;
end;

procedure WaitForFetch(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if fetches[c][l][w].state = NONE then
      StartFetch(c, l, w);
    end;
    Wait(t, o, g, true);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
var v: value;
begin
  if Kind(o) = FENCE then
    if Acquires(o) & DropsL1(o) then
      DropL1(CuOf(t));
    end;
    return;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o); it: l1[CuOf(t)][LineOf(o)][WordOf(o)] do
    if IsRegistered(c, l, w) then
      Perform(t, o, g);
    elsif Kind(o) = STORE then
      Buffer(t, o, Stored(o));
    elsif !IsLocal(o) then
      Wait(t, o, g, false);
      AskRegistration(c, l, w);
    elsif Hits(c, l, w) then
      v := LocalValue(c, l, w);
      if Kind(o) = RMW & Writes(o, v) then
        Buffer(t, o, Result(o, v));
      end;
      Bind(t, o, g, v);
    elsif it.registration != NONE then
      Wait(t, o, g, false);
    else
      WaitForFetch(t, o, g);
    end;
    -- With its thread blocked, or ended, a request may as well be issued as late as
    -- the L2 serves it; but for a store that another thread may see meanwhile, and for
    -- what might then have to wait for another thread's stores.
    if STEPS = 0 & Ready(l, w) & Blocks(t, o) & !WaitsForOthers(o) then
      if Kind(o) = STORE ? it.registration = ASKED & !WantedByOthers(t, l)
         : it.registration = ASKED & it.count = 0 then
        ServeRegistration(c, l, w);
        if Kind(o) != STORE then
          if MayPerform(t, g) then PerformWaiting(t, g); end;
        end;
      elsif Kind(o) != STORE then
        if (waiting[t][g].active ? waiting[t][g].fetches : false) then
          if fetches[c][l][w].state = ASKED then
            ServeLoad(c, l, w);
          end;
        end;
      end;
    end;
  end;
end;

procedure ForgetCopies(c: cu; l: line);
begin
  if STEPS = 0 then
    for w: word do
      if l1[c][l][w].state = VALID then
        DropCopy(c, l, w, INVALID);
      end;
    end;
  end;
end;

include "../lib/parts/unwanted.m"

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  alias it: l1[c][l][w] do
    return it.state = INVALID & it.count = 0 & it.registration = NONE
         & (STEPS = 1 | Wanted(c, l))
         & fetches[c][l][w].state = NONE
         & Ready(l, w);
  end;
end;

-- It binds nothing, so it may as well be issued as late as the L2 serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  StartFetch(c, l, w);
  if STEPS = 0 then
    ServeLoad(c, l, w);
  end;
end;

-- ---- rules ----

ruleset c: cu; l: line; w: word do
  fair rule "L2 serves a load"
    fetches[c][l][w].state = ASKED & Ready(l, w)
  ==>
  begin
    ServeLoad(c, l, w);
    PassFencesOf(c);
  end;

  fair rule "fill"
    MayFill(c, l, w)
  ==>
  begin
    Fill(c, l, w);
    PassFencesOf(c);
  end;
end;

ruleset c: cu; l: line; w: word do
  fair rule "L2 serves a registration"
    l1[c][l][w].registration = ASKED & Ready(l, w)
  ==>
  begin
    ServeRegistration(c, l, w);
    PassFencesOf(c);
  end;

  fair rule "L2 serves a write-back"
    l1[c][l][w].writes_back
  ==>
  begin
    ServeWriteBack(c, l, w);
  end;

  fair rule "registered"
    l1[c][l][w].registration = ANSWERED
  ==>
  begin
    Register(c, l, w);
    PassFencesOf(c);
  end;

  fair rule "what the L2 sends arrives"
    MayTakeForward(c, l, w)
  ==>
  begin
    TakeForward(c, l, w);
  end;

  fair rule "a store asks for its registration"
    SCOPED = 1 & l1[c][l][w].count > 0 & l1[c][l][w].registration = NONE
  ==>
  begin
    AskRegistration(c, l, w);
  end;

  rule "evict a valid word"
    EvictionsOn() & l1[c][l][w].state = VALID
  ==>
  begin
    DropCopy(c, l, w, INVALID);
  end;

  rule "evict a registered word"
    EvictionsOn() & l1[c][l][w].state = REGISTERED & !Wanting(c, l, w)
    & !RmwFetches(c, l, w)
  ==>
  begin
    l1[c][l][w].state := LEAVING;
    l1[c][l][w].writes_back := true;
    l1[c][l][w].back := l1[c][l][w].data;
    if STEPS = 0 then
      ServeWriteBack(c, l, w);
    end;
  end;
end;

ruleset t: thread; g: tag do
  fair rule "a waiting access is performed"
    MayPerform(t, g)
  ==>
  begin
    if waiting[t][g].fetches then
      PerformLocal(t, g);
    else
      PerformWaiting(t, g);
    end;
    PassFences(t);
  end;
end;

-- ---- what the driver asks ----

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do forall w: word do
           l1[c][l][w].count = 0 & l1[c][l][w].registration = NONE
           & l1[c][l][w].state != LEAVING & l1[c][l][w].state != LEFT
           & forwards[c][l][w].count = 0
           & fetches[c][l][w].state = NONE
         end end end
         & forall t: thread do forall g: tag do !waiting[t][g].active end end;
end;

function FinalValue(l: line; w: word): value;
begin
  if registry[l][w].owned then
    return l1[registry[l][w].owner][l][w].data;
  end;
  return memory[l][w];
end;

function MayRead(c: cu; l: line; w: word): boolean;   begin return Hits(c, l, w);       end;
function CopyValue(c: cu; l: line; w: word): value;   begin return LocalValue(c, l, w); end;
function MayWrite(c: cu; l: line): boolean;
begin
  return forall w: word do IsRegistered(c, l, w) end;
end;

-- show: channel forwards from "registry" to cu as "{kind} {line} {requester}"
