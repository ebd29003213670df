-- SPDX-License-Identifier: BSD-2-Clause
-- SRC: caches that release consistency manages.  Private write-through L1s over
-- one shared L2, no invalidation messages: software says when an L1 must forget
-- what it has.
--
-- machine: source: the baseline "SRC" of the spatiotemporal coherence paper; the wait and the invalidation are s_waitcnt and buffer_wbinvl1 of a GCN GPU
-- machine: promises: hrf-indirect-relaxed
-- machine: lowering: every scope counts as the whole system.  Plain: at the L1.
--   Atomics, relaxed ones too: at the L2.  Acquire: the access, wait, invalidate
--   the L1.  Release: wait, then the access.  An sc load or RMW: wait, then as
--   acquire; an sc store: wait, then the access, and no wait after it.  Fence:
--   wait; if it acquires, invalidate.  A wait is for all accesses of the thread.
--
-- L1: valid or not, write-evict, no write-allocate, silent evictions.  A store,
-- and any access performed at the L2, drops the copy as it is issued; until it
-- is performed, loads of the line go to the L2 one by one, and what they bring
-- is not installed (I_I).  Loads of a line that is being fetched join the
-- fetch, but not one that was asked for before an invalidation: its fill is
-- delivered and not installed.  The networks are ordered point to point; each
-- line has its own bank.
--
-- Reduced (STEPS=0): a request that its thread is blocked by is served as it is
-- issued, if nothing is before it; a copy of a line that no store will change
-- any more, and that is not stale, is forgotten, and a load of such a line is
-- answered at once.  In both, the way back of an answer that installs nothing
-- takes no step.

const
  CHANNEL: 3;  -- requests of a CU on their way to one bank
  OUTSTANDING: TAGS + STORES;
  STEPS: 1;

type
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  request_type: record
    fetch: boolean;     -- of the line for the L1; else one access, of `sender`
    sender: thread;
    what: operation;
    answer: tag;        -- but of a store
  end;
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    fetch: fetch_state; -- the one outstanding fetch of the line
    installs: boolean;  -- nothing came after it that forbids to keep its fill
    fill: array [word] of value;
    beyond: 0 .. CHANNEL;  -- stores and atomics of the CU, not performed yet
  end;

var
  l2: array [line] of array [word] of value;
  l1: array [cu] of array [line] of l1_line;
  up: array [cu] of array [line] of record
    count: 0 .. CHANNEL;
    request: array [0 .. CHANNEL - 1] of request_type;
  end;
  waiting: array [thread] of array [tag] of record  -- loads that joined a fetch
    active: boolean;
    what: operation;
  end;
  pending: array [thread] of 0 .. OUTSTANDING;  -- accesses not answered
  acquiring: array [thread] of boolean;         -- an acquire is not answered

procedure MachineStart();
begin
  for t: thread do
    pending[t] := 0;
    acquiring[t] := false;
    for g: tag do
      waiting[t][g].active := false;
    end;
  end;
  for l: line do
    for w: word do
      l2[l][w] := Initial(l, w);
    end;
    for c: cu do
      l1[c][l].valid := false;
      l1[c][l].fetch := IDLE;
      l1[c][l].beyond := 0;
      up[c][l].count := 0;
    end;
  end;
end;

-- Actions.

procedure Drop(c: cu; l: line);
begin
  l1[c][l].valid := false;
  undefine l1[c][l].data;
  if l1[c][l].fetch != IDLE then
    l1[c][l].installs := false;
  end;
end;

procedure InvalidateL1(c: cu);
begin
  for l: line do
    Drop(c, l);
  end;
end;

-- One access of t is answered; what an acquire waits for may be over.
procedure Answered(t: thread);
begin
  pending[t] := pending[t] - 1;
  if pending[t] = 0 & acquiring[t] then
    acquiring[t] := false;
    InvalidateL1(CuOf(t));
  end;
end;

procedure Send(c: cu; l: line; var r: request_type);
begin
  alias channel: up[c][l] do
    channel.request[channel.count] := r;
    channel.count := channel.count + 1;
  end;
end;

-- Whether an access goes to the L2 whatever the L1 has.
function Beyond(o: operation): boolean;
begin
  return Kind(o) != LOAD | Order(o) != PLAIN;
end;

-- A load of the line that misses may join the fetch, or start it.
function MayFetch(c: cu; l: line): boolean;
begin
  return l1[c][l].beyond = 0
       & (l1[c][l].fetch = IDLE ? up[c][l].count < CHANNEL : l1[c][l].installs);
end;

procedure Fetch(c: cu; l: line);
var r: request_type;
begin
  if l1[c][l].fetch = IDLE then
    l1[c][l].fetch := ASKED;
    l1[c][l].installs := true;
    r.fetch := true;
    Send(c, l, r);
  end;
end;

procedure SendAccess(t: thread; o: operation; g: tag);
var r: request_type;
begin
  alias c: CuOf(t); l: LineOf(o) do
    r.fetch := false;
    r.sender := t;
    r.what := o;
    if Kind(o) != STORE then
      r.answer := g;
    end;
    if Beyond(o) then
      l1[c][l].beyond := l1[c][l].beyond + 1;
    end;
    Send(c, l, r);
  end;
end;

-- The L2 performs an access, and the thread is answered.
procedure Perform(c: cu; var r: request_type);
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what); place: l2[LineOf(r.what)][WordOf(r.what)] do
    if Beyond(o) then
      l1[c][l].beyond := l1[c][l].beyond - 1;
    end;
    Answered(t);
    if Kind(o) = STORE then
      place := Stored(o);
      ObserveStore(t, l, w, place);
    else
      Complete(t, r.answer, place);
      if Kind(o) = RMW & Writes(o, place) then
        place := Result(o, place);
        ObserveStore(t, l, w, place);
      end;
    end;
  end;
end;

procedure Deliver(c: cu; l: line);
begin
  for t: thread do
    for g: tag do
      if waiting[t][g].active & CuOf(t) = c then
        if LineOf(waiting[t][g].what) = l then
          Answered(t);
          Complete(t, g, l1[c][l].fill[WordOf(waiting[t][g].what)]);
          undefine waiting[t][g];
          waiting[t][g].active := false;
        end;
      end;
    end;
  end;
end;

procedure Serve(c: cu; l: line);
var first: request_type;
begin
  alias channel: up[c][l] do
    first := channel.request[0];
    for i: 0 .. CHANNEL - 2 do
      channel.request[i] := channel.request[i + 1];
    end;
    undefine channel.request[CHANNEL - 1];
    channel.count := channel.count - 1;
  end;
  if first.fetch then
    l1[c][l].fetch := ANSWERED;
    l1[c][l].fill := l2[l];
  else
    Perform(c, first);
  end;
end;

procedure Fill(c: cu; l: line);
var keeps: boolean;
begin
  keeps := l1[c][l].installs & Wanted(c, l);
  l1[c][l].fetch := IDLE;
  if keeps then
    l1[c][l].valid := true;
    l1[c][l].data := l1[c][l].fill;
  end;
  Deliver(c, l);   -- an acquire that was waiting may drop the line again
  undefine l1[c][l].fill;
  undefine l1[c][l].installs;
end;

-- ---- reduction ----

-- Whether no store of the line is to come, or on its way.
function Settled(l: line): boolean;
begin
  return STEPS = 0 & !Changes(l)
    & forall c: cu do
        !(exists i: 0 .. CHANNEL - 1 do
            i < up[c][l].count
            & (up[c][l].request[i].fetch ? false : Kind(up[c][l].request[i].what) != LOAD)
          end)
      end;
end;

procedure Tidy();
begin
  if STEPS = 0 then
    for l: line do
      if UsedLine(l) then
        if Settled(l) then
          for c: cu do
            while up[c][l].count > 0 do
              Serve(c, l);
            end;
            if l1[c][l].fetch = ANSWERED then
              if l1[c][l].fill = l2[l] then
                Fill(c, l);
              end;
            end;
            if l1[c][l].valid then
              if l1[c][l].data = l2[l] then
                Drop(c, l);
              end;
            end;
          end;
        end;
      end;
    end;
  end;
end;

procedure EndStep();
begin
  for t: thread do
    if UsedThread(t) then PassFences(t); end;
  end;
  Tidy();
end;

-- ---- rules ----

ruleset c: cu; l: line do
  rule "L2 serves"
    up[c][l].count > 0
  ==>
  begin
    Serve(c, l);
    EndStep();
  end;

  rule "fill"
    l1[c][l].fetch = ANSWERED
  ==>
  begin
    Fill(c, l);
    EndStep();
  end;

  rule "evict"
    EvictionsOn() & l1[c][l].valid
  ==>
  begin
    l1[c][l].valid := false;
    undefine l1[c][l].data;
  end;
end;

-- ---- the machine interface ----

function Waits(o: operation): boolean;
begin
  return Kind(o) = FENCE | Releases(o) | Order(o) = SEQ_CST;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  if acquiring[t] | (Waits(o) & pending[t] > 0) | pending[t] = OUTSTANDING then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o) do
    if Beyond(o) then
      return up[c][l].count < CHANNEL;
    end;
    return l1[c][l].valid | MayFetch(c, l) | up[c][l].count < CHANNEL;
  end;
end;

-- Whether t, that has just issued o, can do nothing before o is answered.
function Blocks(t: thread): boolean;
begin
  return acquiring[t] | (HasNext(t, false) ? Waits(Next(t, false)) : pending[t] = 1);
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) = FENCE then
    if Acquires(o) then
      InvalidateL1(CuOf(t));
    end;
    return;
  end;
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    pending[t] := pending[t] + 1;
    if Acquires(o) then
      acquiring[t] := true;
    end;
    if !Beyond(o) & l1[c][l].valid then
      Answered(t);
      Complete(t, g, l1[c][l].data[w]);
    elsif !Beyond(o) & MayFetch(c, l) then
      Fetch(c, l);
      waiting[t][g].active := true;
      waiting[t][g].what := o;
    else
      if Beyond(o) then
        Drop(c, l);
      end;
      SendAccess(t, o, g);
      if STEPS = 0 & up[c][l].count = 1 then
        if Blocks(t) & (Kind(o) = LOAD | !WantedByOthers(t, l)) then
          Serve(c, l);
        end;
      end;
    end;
  end;
  Tidy();
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !l1[c][l].valid & l1[c][l].fetch = IDLE & l1[c][l].beyond = 0
       & up[c][l].count = 0 & Wanted(c, l) & !Settled(l);
end;

-- It binds nothing, so it may as well be issued as late as the bank serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  l1[c][l].fetch := ANSWERED;
  l1[c][l].installs := true;
  l1[c][l].fill := l2[l];
end;

procedure Unwanted(c: cu; l: line);
begin
  l1[c][l].valid := false;
  undefine l1[c][l].data;
end;

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do up[c][l].count = 0 & l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value;       begin return l2[l][w]; end;
function Latest(l: line; w: word): value;           begin return l2[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;
