-- SPDX-License-Identifier: BSD-2-Clause
-- G-TSC: coherence by logical timestamps, with a clock for each warp.  The
-- paper's own tables were not at hand: models/g-tsc follows what is known of
-- them, and docs/protocols/logical-time.md says what was chosen.
--
-- A version is current at all times of its lease, from wts to rts.  A load at
-- its warp's clock reads a copy whose lease has not ended; else it asks the L2,
-- which extends the lease, and sends the data where the version is another one.
-- A store takes a time after the lease, writes the L1's copy at once, and locks
-- it until the L2's answer brings its time: nobody may read before that.  L1:
-- write-through, write-no-allocate.  Each line has its own bank, with one time
-- for what is not in it.
--
-- Messages are in no order at all: a store and its answer are one record of
-- the thread, a fetch and its answer one of the line in the L1.
--
-- machine: source: Tabbakh, Qian and Annavaram, G-TSC
-- machine: promises: sc; those of form SC
-- machine: variant rc: SC=0
-- machine: variant steps: STEPS=1, an access takes its steps though nobody can tell
-- machine: promises rc: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: coherence leases; logical-time too where no reset begins the order anew
-- machine: lowering: models/lib/waits.m; an atomic is performed at the L2; form SC: one access of a thread at a time
-- machine: values SC STEPS CHECK_BEFORE STAMP_LOCKED KEEP_LEASES OLD_COPY CHECK_MERGED: 0..1
-- machine: values LEASE: 0..15
-- machine: values POSTED: 1..8
-- machine: values OVERFLOW EVICT_BEFORE: 0..255
-- machine: values TIMES: 1..255

include "../lib/waits.m"

const
  SC: 1;                 -- form: 1 SC, 0 RC
  TIMES: 15;             -- no time is later (a run that gets there is an error, not a verdict)
  OVERFLOW: 8;           -- a store that would get a later lease resets all times first
  -- Holes; 1: repaired.
  CHECK_BEFORE: 1;       -- two words: a copy that was not of the version before the store is dropped
  STAMP_LOCKED: 1;       -- an answer stamps the copy that its store locked, no other
  KEEP_LEASES: 0;        -- 1: the copies of the L1s outlive a reset
  OLD_COPY: 0;           -- 1: other warps may read the old copy until the answer (the paper's other choice)

type
  fetch_state: enum { IDLE, ASKED, RENEWED, FILLED };
  fill_type: record
    named: boolean;      -- ASKED: the request names the copy's version, `version`
    version: time;       -- of the copy that was named; RENEWED, FILLED: of the answer
    ends: time;          -- RENEWED, FILLED: of the lease
    data: array [word] of value;  -- FILLED
  end;
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    old: array [word] of value;  -- OLD_COPY, locked: the data before the store
    wts, rts: time;
    locked: boolean;     -- written by a store that is not answered
    fetch: fetch_state;
    asked: time;         -- ASKED: the clock sent
    fill: fill_type;
  end;
  l2_line: record
    present: boolean;
    data: array [word] of value;  -- the memory's where it is not present
    wts: time;
    rts: time;           -- not present: the bank's time
  end;
  own_type: record
    locks: boolean;      -- the store locked the L1's copy
    before, wts, rts: time;  -- DONE: of the version before it, and its own
  end;

var
  clock: array [thread] of time;

include "../lib/logical-time.m"

procedure TimesStart();
begin
  for l: line do l2[l].wts := 0; l2[l].rts := 0; end;
  for t: thread do clock[t] := 0; end;
end;

procedure DropLease(c: cu; l: line);
begin
  undefine l1[c][l].old;
  undefine l1[c][l].wts;
  undefine l1[c][l].rts;
  undefine l1[c][l].locked;
end;

procedure ReadAt(t: thread; at: time);
begin
  clock[t] := Later(clock[t], at);
end;

-- A fence changes no clock.
function LetsFenceGo(t: thread): boolean; begin return false; end;
procedure Fence(c: cu);                   begin end;

-- ---- issue ----

function Locked(c: cu; l: line): boolean;
begin
  return l1[c][l].valid & l1[c][l].locked;
end;

-- Whether a load of t is served by the copy: not while a store locks it, but
-- that with OLD_COPY the data before the store may be read.
function Hits(t: thread; l: line): boolean;
begin
  alias copy: l1[CuOf(t)][l] do
    return copy.valid & (OLD_COPY = 1 | !copy.locked) & clock[t] <= copy.rts;
  end;
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  if Busy(t, LineOf(o), WordOf(o)) then
    return false;
  elsif Kind(o) = LOAD then
    return Hits(t, LineOf(o)) | !Locked(CuOf(t), LineOf(o));
  end;
  return HasFreePost(t) & !Locked(CuOf(t), LineOf(o));
end;

-- Ask the L2, naming the version of the copy where there is one.
procedure Fetch(c: cu; l: line; at: time);
begin
  l1[c][l].fetch := ASKED;
  l1[c][l].asked := at;
  l1[c][l].fill.named := l1[c][l].valid & !Locked(c, l);
  if l1[c][l].fill.named then
    l1[c][l].fill.version := l1[c][l].wts;
  end;
end;

procedure IssueLoad(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Hits(t, l) then
      Bind(t, g, l1[c][l].locked ? l1[c][l].old[w] : l1[c][l].data[w], Later(clock[t], l1[c][l].wts));
      if (Acquires(o) | Order(o) = SEQ_CST) & pending[t] != 0 then
        barrier[t] := true;
      end;
    else
      WaitForFetch(t, o, g, clock[t]);
    end;
  end;
end;

-- The copy has the store's data at once, and nobody reads it before the answer.
procedure Lock(c: cu; l: line; w: word; v: value);
begin
  l1[c][l].locked := true;
  if OLD_COPY = 1 then
    l1[c][l].old := l1[c][l].data;
  end;
  l1[c][l].data[w] := v;
end;

procedure IssueStore(t: thread; o: operation; g: tag);
var p: posted;
begin
  p := FreePost(t);
  Post(t, o, g, clock[t]);
  alias c: CuOf(t); l: LineOf(o) do
    post[t][p].own.locks := Kind(o) = STORE & l1[c][l].valid;
    if Kind(o) = RMW then
      Drop(c, l);
    elsif l1[c][l].valid then
      Lock(c, l, WordOf(o), Stored(o));
    end;
  end;
end;

-- ---- the L2 ----

procedure VersionFromMemory(l: line);
begin
  l2[l].wts := l2[l].rts;
  l2[l].rts := l2[l].wts + LEASE;
end;

-- The L2 answers a request at `at`: the lease now ends LEASE after that at the
-- earliest; the data go with it unless the L1 named this very version.
procedure ServeFetch(c: cu; l: line; at: time);
var renews: boolean;
begin
  FetchFromMemory(l);
  l2[l].rts := Later(l2[l].rts, at + LEASE);
  renews := l1[c][l].fill.named;
  if renews then
    renews := l1[c][l].fill.version = l2[l].wts;
  end;
  undefine l1[c][l].asked;
  undefine l1[c][l].fill.named;
  l1[c][l].fetch := renews ? RENEWED : FILLED;
  l1[c][l].fill.version := l2[l].wts;
  l1[c][l].fill.ends := l2[l].rts;
  if !renews then
    l1[c][l].fill.data := l2[l].data;
  end;
end;

-- The times overflow: in one step all clocks and the L2's times begin anew, the
-- copies of the L1s die, and what is in flight is of no lease at all.
procedure ResetTimes();
begin
  for t: thread do
    clock[t] := 1;
    for p: posted do
      if post[t][p].state = SENT then
        post[t][p].sent := 1;
        post[t][p].own.locks := post[t][p].own.locks & KEEP_LEASES = 1;
      elsif post[t][p].state = DONE then
        post[t][p].own.before := 0;
        post[t][p].own.wts := 0;
        post[t][p].own.rts := 0;
        post[t][p].own.locks := post[t][p].own.locks & KEEP_LEASES = 1;
      end;
    end;
    for g: tag do
      if waiting[t][g].active then
        waiting[t][g].clock := 1;
      end;
    end;
  end;
  for l: line do
    if l2[l].present then
      l2[l].wts := 1;
    end;
    l2[l].rts := 1;
    for c: cu do
      if KEEP_LEASES = 0 then
        Drop(c, l);
      end;
      if l1[c][l].fetch = ASKED then
        l1[c][l].asked := 1;
        l1[c][l].fill.named := false;
        undefine l1[c][l].fill.version;
      elsif l1[c][l].fetch != IDLE then
        l1[c][l].fill.version := 0;
        l1[c][l].fill.ends := 0;
      end;
    end;
  end;
end;

-- A store, or an atomic that writes, takes a time after the lease; an atomic
-- that does not write is a load that no copy serves.
procedure ServeStore(t: thread; p: posted);
var old: value;
begin
  alias o: post[t][p].what; l: LineOf(post[t][p].what) do
    FetchFromMemory(l);
    old := l2[l].data[WordOf(o)];
    if Kind(o) = RMW then
      post[t][p].old := old;
    end;
    post[t][p].own.before := l2[l].wts;
    if Kind(o) = STORE | Writes(o, old) then
      if Later(l2[l].rts + 1, post[t][p].sent) + LEASE > OVERFLOW then
        ResetTimes();
        post[t][p].own.before := 0;
      end;
      l2[l].wts := Later(l2[l].rts + 1, post[t][p].sent);
      l2[l].rts := l2[l].wts + LEASE;
    else
      l2[l].rts := Later(l2[l].rts, post[t][p].sent + LEASE);
    end;
    post[t][p].own.wts := l2[l].wts;
    post[t][p].own.rts := l2[l].rts;
    post[t][p].state := DONE;
    undefine post[t][p].sent;
    WriteL2(t, o, old);
  end;
end;

function LastTime(l: line): time;
begin
  return l2[l].rts;
end;

procedure EvictFromL2(l: line);
begin
  l2[l].present := false;  -- rts is the bank's time from now on
  undefine l2[l].wts;
end;

-- ---- the L1 ----

-- The copy that a store locked is of that store's version, now that it is
-- known, unless another store came between at the L2.
procedure Unlock(c: cu; l: line; before: time; wts: time; rts: time);
begin
  if CHECK_BEFORE = 1 & l1[c][l].wts != before then
    Drop(c, l);
  else
    l1[c][l].locked := false;
    undefine l1[c][l].old;
    l1[c][l].wts := wts;
    l1[c][l].rts := rts;
  end;
end;

procedure StoreAnswered(t: thread; p: posted);
begin
  clock[t] := Later(clock[t], post[t][p].own.wts);
  alias c: CuOf(t); o: post[t][p].what; l: LineOf(post[t][p].what) do
    if post[t][p].own.locks | (STAMP_LOCKED = 0 & Kind(o) = STORE & l1[c][l].valid & !Locked(c, l)) then
      Unlock(c, l, post[t][p].own.before, post[t][p].own.wts, post[t][p].own.rts);
    end;
  end;
end;

-- All loads of the line that wait go on waiting, with the latest clock.
procedure AskAgain(c: cu; l: line; var any: boolean; var rest: time);
begin
  for t: thread do
    for g: tag do
      if WaitsFor(t, g, c, l) then
        GoOnWaiting(t, g, any, rest);
      end;
    end;
  end;
end;

-- A renewal counts while the L1 has the version that it names.
function Renews(c: cu; l: line): boolean;
begin
  return l1[c][l].valid & !Locked(c, l) & l1[c][l].wts = l1[c][l].fill.version;
end;

procedure TakeFill(c: cu; l: line; var any: boolean; var rest: time);
begin
  if l1[c][l].fetch = FILLED then
    if Wanted(c, l) & !Locked(c, l) then
      l1[c][l].valid := true;
      l1[c][l].locked := false;
      l1[c][l].data := l1[c][l].fill.data;
      l1[c][l].wts := l1[c][l].fill.version;
      l1[c][l].rts := l1[c][l].fill.ends;
    end;
    Deliver(c, l, l1[c][l].fill.data, l1[c][l].fill.version, l1[c][l].fill.ends, any, rest);
  elsif Renews(c, l) then
    l1[c][l].rts := Later(l1[c][l].rts, l1[c][l].fill.ends);
    Deliver(c, l, l1[c][l].data, l1[c][l].wts, l1[c][l].rts, any, rest);
  else
    AskAgain(c, l, any, rest);
  end;
end;

function MayDrop(c: cu; l: line): boolean;
begin
  return !Locked(c, l);
end;

-- Of a warp whose clock is 0.  It binds nothing, so it may as well be issued as
-- late as the L2 serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  Fetch(c, l, 0);
  ServeFetch(c, l, 0);
end;

-- A reset of all times takes their leases from answers that are on their way.
function KeepsAnswers(): boolean; begin return false; end;

procedure ForgetClocks(c: cu);
begin
  if IsOver(c) then
    for t: thread do
      if UsedThread(t) & CuOf(t) = c then clock[t] := 0; end;
    end;
  end;
end;

procedure Unwanted(c: cu; l: line);
begin
  if STEPS = 0 then PrefetchesOfWanted(c); end;
  ForgetClocks(c);
  if AnyWaits(c, l) then
    return;
  end;
  if !Locked(c, l) then
    Drop(c, l);
  end;
  if l1[c][l].fetch = RENEWED | l1[c][l].fetch = FILLED then
    EndFetch(c, l);
  end;
end;

-- ---- what the driver and the invariants ask ----

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].valid & (OLD_COPY = 1 | !l1[c][l].locked)
       & exists t: thread do UsedThread(t) & CuOf(t) = c & clock[t] <= l1[c][l].rts end;
end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].locked ? l1[c][l].old[w] : l1[c][l].data[w]; end;
-- For invariants/logical-time.m.
function VersionTime(l: line): time;                begin return l2[l].wts; end;

-- show: channel l1.fetch while ASKED from cu to "L2" as "fetch {line} at {asked}"
-- show: channel l1.fetch while RENEWED from "L2" to cu as "renewed {line}"
-- show: channel l1.fetch while FILLED from "L2" to cu as "fill {line} {fill.data}"
