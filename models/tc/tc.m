-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence, strong (TC-Strong) and weak (TC-Weak), as restored from
-- the thesis's Tables 4.1 to 4.4, with the memory folded into the L2's bank.
--
-- Every L1 copy has a lease; the L2 keeps the latest time at which one ends.
-- A lease is the time left: LIVE values 0, 1, ... count down at each tick, -1
-- is over.  TIME <= LT of the tables is left >= 0.  TC-Strong stalls a store
-- until every lease on the line is over.  TC-Weak performs it at once, and
-- says when the last stale copy will be gone (GWCT), for which fences wait.
--
-- Folded: a miss at the L2 and its fetch from memory (only the bank sees it),
-- so that I is E; and answers that install nothing, but for their effect on
-- the L1's line (a longer way back only makes the thread wait).  A request
-- that the L2 stalls stays where it is: that is the same as one that arrives
-- later, so nothing else at the bank need wait for it.
--
-- machine: source: Singh, thesis, sections 4.2, 4.3, Tables 4.1-4.4
-- machine: lowering: models/lib/waits.m; on TC-Weak the synchronising accesses
--   (acquire, release, acq-rel, sc) are atomics at the L2 between two fences

include "../lib/waits.m"

const
  STRONG: 1;           -- 1: TC-Strong, 0: TC-Weak
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
  MERGE_ALL: 0;   -- 1: an answer whose lease is over serves every load that joined
                  -- the miss; 0: only the one that started it, the others ask again

type
  time_left: -1 .. LEASE + STORES;
  wait_left: 0 .. LEASE + STORES + 1;
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  request_kind: enum { GETS,    -- for the L1's miss
                       LOAD_ONE, -- GETS of one load, that installs nothing
                       GETX, UPGR, ATOMIC };
  request_type: record
    kind: request_kind;
    sender: thread;
    what: operation;
    answer: tag;
    lt: time_left;   -- UPGR: what is left of the copy that it upgrades
  end;
  l1_line: record
    lt: time_left;      -- -1: no copy (I, I_V, I_I); else V, or V_M while stores are pending
    data: array [word] of value;
    stores: 0 .. CHANNEL;  -- of this CU to the line, not answered; atomics too
    fetch: fetch_state;
    installs: boolean;     -- no store or atomic came after the miss
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
  up: array [cu] of array [line] of record
    count: 0 .. CHANNEL;
    request: array [0 .. CHANNEL - 1] of request_type;
  end;
  waiting: array [thread] of array [tag] of record  -- loads in the L1's miss
    active: boolean;
    first: boolean;    -- it started the miss
    what: operation;
  end;
  gwct: array [thread] of wait_left;  -- 0: past

function Held(t: thread): boolean;
begin
  return gwct[t] > 0;
end;

procedure MachineStart();
begin
  WaitsStart();
  for l: line do
    l2[l].gt := -1;
    l2[l].shared := false;
    l2[l].evicted := false;
    for w: word do
      l2[l].data[w] := Initial(l, w);
    end;
    for c: cu do
      l1[c][l].lt := -1;
      l1[c][l].stores := 0;
      l1[c][l].fetch := IDLE;
      up[c][l].count := 0;
    end;
  end;
  for t: thread do
    gwct[t] := 0;
    for g: tag do
      waiting[t][g].active := false;
    end;
  end;
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

procedure DropCopy(c: cu; l: line);
begin
  l1[c][l].lt := -1;
  undefine l1[c][l].data;
end;

rule "tick"
  Running()
==>
begin
  for l: line do
    if l2[l].gt >= 0 then
      l2[l].gt := l2[l].gt - 1;
      if l2[l].gt < 0 then
        l2[l].shared := false;
        l2[l].evicted := false;
      end;
    end;
    for c: cu do
      if l1[c][l].lt = 0 then
        DropCopy(c, l);
      elsif l1[c][l].lt > 0 then
        l1[c][l].lt := l1[c][l].lt - 1;
      end;
      if l1[c][l].fetch = ANSWERED then
        if l1[c][l].fill_lt >= 0 then
          l1[c][l].fill_lt := l1[c][l].fill_lt - 1;
        end;
      end;
      for i: 0 .. CHANNEL - 1 do
        if i < up[c][l].count then
          if up[c][l].request[i].kind = UPGR then
            if up[c][l].request[i].lt >= 0 then
              up[c][l].request[i].lt := up[c][l].request[i].lt - 1;
            end;
          end;
        end;
      end;
    end;
  end;
  for t: thread do
    if gwct[t] > 0 then
      gwct[t] := gwct[t] - 1;
      SettleWaits(t);
      if gwct[t] = 0 & UsedThread(t) then
        PassFences(t);
      end;
    end;
  end;
end;

-- ---- the L1 ----

procedure Send(c: cu; l: line; var r: request_type);
begin
  alias channel: up[c][l] do
    channel.request[channel.count] := r;
    channel.count := channel.count + 1;
  end;
end;

function Room(c: cu; l: line): boolean;
begin
  return up[c][l].count < CHANNEL;
end;

-- On TC-Weak an access that synchronises is an atomic at the L2.
function IsAtomic(o: operation): boolean;
begin
  return Kind(o) = RMW | (STRONG = 0 & Synchronises(o));
end;

-- A fence before it as well as after it.
function WaitsBefore(o: operation): boolean;
begin
  return STRONG = 0 & Synchronises(o);
end;

function Hits(c: cu; l: line): boolean;
begin
  return l1[c][l].lt >= 0 & (l1[c][l].stores = 0 | STRONG = 0 | TS1 = 1);
end;

-- A load may join the miss, or start one; in I_I and V_M it asks for itself.
function MayFetch(c: cu; l: line): boolean;
begin
  return l1[c][l].stores = 0 & l1[c][l].lt < 0
       & (l1[c][l].fetch = IDLE ? Room(c, l) : l1[c][l].installs);
end;

-- A load that waits in the miss may have to ask again: no later access of its
-- thread to the location may be issued before it is bound.
function OwnWaits(t: thread; l: line; w: word): boolean;
begin
  return exists g: tag do
           waiting[t][g].active & LineOf(waiting[t][g].what) = l & WordOf(waiting[t][g].what) = w
         end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if !FencesAllow(t, o) | (WaitsBefore(o) & (pending[t] > 0 | Held(t))) then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o) do
    if OwnWaits(t, l, WordOf(o)) then
      return false;
    elsif Kind(o) = LOAD & !IsAtomic(o) then
      return Hits(c, l) | MayFetch(c, l) | Room(c, l);
    end;
    return Room(c, l);
  end;
end;

procedure StartFetch(c: cu; l: line);
var r: request_type;
begin
  l1[c][l].fetch := ASKED;
  l1[c][l].installs := true;
  r.kind := GETS;
  Send(c, l, r);
end;

procedure IssueLoad(t: thread; o: operation; g: tag);
var r: request_type;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    if Hits(c, l) then
      Complete(t, g, l1[c][l].data[w]);
    elsif MayFetch(c, l) then
      Issued(t, o);
      waiting[t][g].active := true;
      waiting[t][g].first := l1[c][l].fetch = IDLE;
      waiting[t][g].what := o;
      if l1[c][l].fetch = IDLE then
        StartFetch(c, l);
      end;
    else
      Issued(t, o);
      r.kind := LOAD_ONE;
      r.sender := t;
      r.what := o;
      r.answer := g;
      Send(c, l, r);
    end;
  end;
end;

procedure IssueStore(t: thread; o: operation; g: tag);
var r: request_type;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    Issued(t, o);
    if WaitsBefore(o) then
      barrier[t] := true;
    end;
    r.sender := t;
    r.what := o;
    if IsAtomic(o) then
      r.kind := ATOMIC;
      if Kind(o) != STORE then
        r.answer := g;
      end;
      DropCopy(c, l);
    elsif l1[c][l].lt >= 0 then
      r.kind := UPGR;
      r.lt := l1[c][l].lt;
      l1[c][l].data[w] := Stored(o);
    else
      r.kind := GETX;
    end;
    if l1[c][l].fetch != IDLE then
      l1[c][l].installs := false;
    end;
    l1[c][l].stores := l1[c][l].stores + 1;
    Send(c, l, r);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = LOAD & !IsAtomic(o) then
    IssueLoad(t, o, g);
  elsif Kind(o) != FENCE then
    IssueStore(t, o, g);
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].lt < 0 & l1[c][l].stores = 0 & l1[c][l].fetch = IDLE & Room(c, l) & Touched(c, l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  StartFetch(c, l);
end;

procedure Unwanted(c: cu; l: line);
begin
  if !Touched(c, l) & l1[c][l].stores = 0 then
    DropCopy(c, l);
  end;
end;

-- ---- the L2 ----

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
    if lease > it.gt then
      it.gt := lease;
    end;
  end;
end;

-- Until when a fence must wait for copies of the line that are now stale.
procedure RaiseGwct(t: thread; gt: time_left);
var g: wait_left;
begin
  g := GWCT_IS_GT = 1 ? gt : gt + 1;
  if gt >= 0 & g > gwct[t] then
    gwct[t] := g;
  end;
end;

-- Whether a store or an atomic may be performed now.
function MayWriteNow(l: line; var r: request_type): boolean;
begin
  if STRONG = 0 then
    return l2[l].gt < LEASE + STORES;
  end;
  return l2[l].gt < 0
       | (r.kind = UPGR & !l2[l].shared & !l2[l].evicted & r.lt = l2[l].gt);
end;

procedure PerformWrite(c: cu; l: line; w: word; var r: request_type);
begin
  if Kind(r.what) = STORE then
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

-- The answer to a store reaches the L1: its copy, if it has one still, is as
-- new as the L2's when the answer brings data, and takes the L2's time.
procedure AnswerStore(c: cu; l: line; data: boolean);
begin
  l1[c][l].stores := l1[c][l].stores - 1;
  if l1[c][l].lt >= 0 & STRONG = 0 then
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

procedure WeakStore(c: cu; l: line; var r: request_type);
var matches: boolean;
var quiet: boolean;   -- answered without a GWCT
var old: time_left;
begin
  alias it: l2[l] do
    old := it.gt;
    matches := r.kind = UPGR & r.lt = it.gt & !it.evicted;
    PerformWrite(c, l, WordOf(r.what), r);
    if it.evicted & TW3 = 1 then
      it.gt := -1;
      it.evicted := false;
      it.shared := false;
      quiet := true;
    elsif it.gt < 0 then
      quiet := true;
    else
      quiet := matches & !it.shared;
      it.shared := it.evicted | (it.shared & TW5 = 0);
      it.evicted := false;
      it.gt := it.gt + 1;
    end;
    if !quiet then
      RaiseGwct(r.sender, old);
    end;
    AnswerStore(c, l, !matches);
  end;
end;

procedure PerformAtomic(c: cu; l: line; var r: request_type);
var v: value;
begin
  alias it: l2[l]; t: r.sender; o: r.what; w: WordOf(r.what) do
    v := it.data[w];
    if Kind(o) != STORE then
      Complete(t, r.answer, v);
    end;
    if Kind(o) = RMW & Writes(o, v) then
      it.data[w] := Result(o, v);
      ObserveStore(t, l, w, it.data[w]);
    else
      PerformWrite(c, l, w, r);
    end;
    if STRONG = 0 & it.gt >= 0 then
      if it.evicted & TW3 = 1 then
        it.gt := -1;
        it.shared := false;
      else
        RaiseGwct(t, it.gt);
        it.shared := it.shared | it.evicted;
        it.gt := it.gt + 1;
      end;
      it.evicted := false;
    end;
    l1[c][l].stores := l1[c][l].stores - 1;
  end;
end;

procedure Dequeue(c: cu; l: line; var first: request_type);
begin
  alias channel: up[c][l] do
    first := channel.request[0];
    for i: 0 .. CHANNEL - 2 do
      channel.request[i] := channel.request[i + 1];
    end;
    undefine channel.request[CHANNEL - 1];
    channel.count := channel.count - 1;
  end;
end;

function IsRead(k: request_kind): boolean;
begin
  return k = GETS | k = LOAD_ONE;
end;

-- The lease is whatever the predictor says; a miss at the L1's own request.
ruleset c: cu; l: line; lease: 0 .. LEASE do
  rule "L2 serves a load"
    up[c][l].count > 0
    & IsRead(up[c][l].request[0].kind)
    & (STRONG = 0 | !l2[l].evicted)
    & (up[c][l].request[0].kind = GETS | lease = 0)
  ==>
  var first: request_type;
  begin
    Dequeue(c, l, first);
    Extend(l, lease);
    if first.kind = GETS then
      l1[c][l].fetch := ANSWERED;
      l1[c][l].fill := l2[l].data;
      l1[c][l].fill_lt := l2[l].gt;
    else
      Complete(first.sender, first.answer, l2[l].data[WordOf(first.what)]);
      Answered(first.sender);
      PassFences(first.sender);
    end;
  end;
end;

ruleset c: cu; l: line do
  rule "L2 serves a store"
    up[c][l].count > 0
    & !IsRead(up[c][l].request[0].kind)
    & MayWriteNow(l, up[c][l].request[0])
    & !(TS2 = 1 & STRONG = 1 & up[c][l].request[0].kind = ATOMIC & Kind(up[c][l].request[0].what) != STORE)
  ==>
  var first: request_type;
  begin
    Dequeue(c, l, first);
    if first.kind = ATOMIC then
      PerformAtomic(c, l, first);
    elsif STRONG = 1 then
      PerformWrite(c, l, WordOf(first.what), first);
      AnswerStore(c, l, false);
    else
      WeakStore(c, l, first);
    end;
    Answered(first.sender);
    PassFences(first.sender);
  end;
end;

-- ---- fills ----

-- The loads in the miss that the answer serves; another one asks again.
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
            undefine waiting[t][g];
            waiting[t][g].active := false;
            Answered(t);
            PassFences(t);
          else
            waiting[t][g].first := !left;
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
    l1[c][l].installs := l1[c][l].stores = 0;
  end;
end;

ruleset c: cu; l: line do
  rule "fill"
    l1[c][l].fetch = ANSWERED & Room(c, l)
  ==>
  begin
    Deliver(c, l);
  end;

  rule "L1 evicts"
    EvictionsOn() & l1[c][l].lt >= 0 & l1[c][l].stores = 0
  ==>
  begin
    DropCopy(c, l);
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

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do up[c][l].count = 0 & l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value;       begin return l2[l].data[w]; end;
function Latest(l: line; w: word): value;           begin return l2[l].data[w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].lt >= 0; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;
