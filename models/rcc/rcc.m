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
-- machine: variant steps: STEPS=1, an access takes its steps though nobody can tell
-- machine: promises wo: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: logical-time leases
-- machine: lowering: models/lib/waits.m; an atomic is performed at the L2; form WO: a fence makes both clocks the later one; form SC: one access of a thread at a time
-- machine: values SC STEPS AFTER_LEASES CLOSE_FETCH HOLD_SAME CHECK_MERGED: 0..1
-- machine: values LEASE: 0..15
-- machine: values POSTED: 1..8
-- machine: values EVICT_BEFORE: 0..255
-- machine: values TIMES: 1..255

include "../lib/waits.m"

const
  SC: 1;                 -- form: 1 SC, 0 WO
  TIMES: 31;             -- no time is later (a run that gets there is an error, not a verdict)
  -- Holes of the simulator; 1: repaired.
  AFTER_LEASES: 1;       -- a store to a line that was evicted comes after the leases given on it
  CLOSE_FETCH: 1;        -- WO: what was fetched before an answered store of the CU is not joined, nor kept
  HOLD_SAME: 1;          -- WO: an access waits for the thread's earlier one to its location

type
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  fill_type: record
    closed: boolean;     -- CLOSE_FETCH; from ASKED on
    version, ends: time;
    data: array [word] of value;
  end;
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    exp: time;
    fetch: fetch_state;
    asked: time;         -- ASKED: the clock sent
    fill: fill_type;
  end;
  l2_line: record
    present: boolean;
    data: array [word] of value;  -- the memory's where it is not present
    ver: time;           -- of the last version
    exp: time;           -- when the latest lease ends; not present: the bank's time
  end;
  own_type: record
    ver: time;           -- DONE
  end;

var
  loads, stores: array [cu] of time;  -- clocks; the same one in form SC

include "../lib/logical-time.m"

procedure TimesStart();
begin
  for l: line do l2[l].ver := 0; l2[l].exp := 0; end;
  for c: cu do
    loads[c] := 0;
    stores[c] := 0;
  end;
end;

-- ---- clocks ----

procedure DropLease(c: cu; l: line); begin undefine l1[c][l].exp; end;

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

-- In form SC there is one clock.
procedure Align(c: cu);
begin
  if SC = 1 then
    loads[c] := Later(loads[c], stores[c]);
    stores[c] := loads[c];
  end;
  DropExpired(c);
end;

procedure RaiseLoads(c: cu; at: time);  begin loads[c] := Later(loads[c], at); Align(c); end;
procedure RaiseStores(c: cu; at: time); begin stores[c] := Later(stores[c], at); Align(c); end;

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

procedure ReadAt(t: thread; at: time); begin end;

-- ---- issue ----

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if HOLD_SAME = 1 & Busy(t, l, WordOf(o)) then
      return false;
    elsif Kind(o) = LOAD then
      return l1[c][l].valid | l1[c][l].fetch = IDLE | !l1[c][l].fill.closed;
    end;
    return HasFreePost(t);
  end;
end;

procedure Fetch(c: cu; l: line; clock: time);
begin
  l1[c][l].fetch := ASKED;
  l1[c][l].fill.closed := false;
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
      WaitForFetch(t, o, g, loads[c]);
    end;
  end;
end;

procedure IssueStore(t: thread; o: operation; g: tag);
begin
  Post(t, o, g, stores[CuOf(t)]);
end;

-- ---- the L2 ----

procedure VersionFromMemory(l: line);
begin
  l2[l].ver := l2[l].exp;
end;

-- The L2 answers a fetch: the lease ends LEASE after the version and the clock.
procedure ServeFetch(c: cu; l: line; clock: time);
begin
  FetchFromMemory(l);
  l2[l].exp := Later(l2[l].exp, Later(l2[l].ver, clock) + LEASE);
  l1[c][l].fetch := ANSWERED;
  undefine l1[c][l].asked;
  l1[c][l].fill.data := l2[l].data;
  l1[c][l].fill.version := l2[l].ver;
  l1[c][l].fill.ends := l2[l].exp;
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

procedure ServeStore(t: thread; p: posted);
var old: value;
begin
  alias o: post[t][p].what; l: LineOf(post[t][p].what) do
    old := l2[l].data[WordOf(o)];
    if Kind(o) = RMW then
      post[t][p].old := old;
    end;
    Stamp(l, o, post[t][p].sent);
    WriteL2(t, o, old);
    post[t][p].state := DONE;
    post[t][p].own.ver := l2[l].ver;
    undefine post[t][p].sent;
  end;
end;

procedure StoreAnswered(t: thread; p: posted);
begin
  alias c: CuOf(t); l: LineOf(post[t][p].what) do
    Drop(c, l);
    if SC = 0 & CLOSE_FETCH = 1 & l1[c][l].fetch != IDLE then
      l1[c][l].fill.closed := true;
    end;
    RaiseStores(c, post[t][p].own.ver);
  end;
end;

function LastTime(l: line): time;
begin
  return Later(l2[l].exp, l2[l].ver);
end;

procedure EvictFromL2(l: line);
begin
  l2[l].present := false;
  l2[l].exp := LastTime(l);
  undefine l2[l].ver;
end;

-- ---- the L1 ----

procedure Keep(c: cu; l: line);
begin
  if !l1[c][l].fill.closed & loads[c] <= l1[c][l].fill.ends & Wanted(c, l) then
    l1[c][l].valid := true;
    l1[c][l].data := l1[c][l].fill.data;
    l1[c][l].exp := l1[c][l].fill.ends;
  end;
end;

procedure TakeFill(c: cu; l: line; var any: boolean; var rest: time);
begin
  RaiseLoads(c, l1[c][l].fill.version);
  Deliver(c, l, l1[c][l].fill.data, l1[c][l].fill.version, l1[c][l].fill.ends, any, rest);
  Keep(c, l);
end;

function MayDrop(c: cu; l: line): boolean;
begin
  return true;
end;

-- It binds nothing, so it may as well be issued as late as the L2 serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  Fetch(c, l, loads[c]);
  ServeFetch(c, l, loads[c]);
end;

function KeepsAnswers(): boolean; begin return true; end;

procedure ForgetClocks(c: cu);
begin
  if IsOver(c) then
    loads[c] := 0;
    stores[c] := 0;
  end;
end;

-- A fill that nobody waits for may never come: it would raise a clock, later
-- than any step, and nothing more.
procedure Unwanted(c: cu; l: line);
begin
  Drop(c, l);
  if l1[c][l].fetch = ANSWERED & !AnyWaits(c, l) then
    EndFetch(c, l);
  end;
  if STEPS = 0 then PrefetchesOfWanted(c); end;
  ForgetClocks(c);
end;

-- ---- what the driver and the invariants ask ----

function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
-- For invariants/logical-time.m.
function VersionTime(l: line): time;                begin return l2[l].ver; end;

-- show: channel l1.fetch while ASKED from cu to "L2" as "fetch {line} at {asked}"
-- show: channel l1.fetch while ANSWERED from "L2" to cu as "fill {line} {fill.data}"
