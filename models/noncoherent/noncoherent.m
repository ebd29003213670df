-- SPDX-License-Identifier: BSD-2-Clause
-- The non-coherent baseline: private write-through L1s that nothing ever
-- invalidates, over one shared L2.
--
-- L1: write-evict, no write-allocate, silent evictions.  A load hits whatever
-- copy there is, however stale.  A store or an atomic drops the copy and goes
-- to the L2; until it is answered, loads of the line go to the L2 one by one
-- and what they bring is not installed.  Loads of a line that is being fetched
-- join the fetch.  The networks are ordered point to point; each line has its
-- own bank.
--
-- The answers of stores, atomics and loads that install nothing are not
-- modelled (nobody can tell when they arrive, but that the thread waits
-- longer); a fill is, since it may reach the L1 long after the bank read it.
-- With STEPS all are (lib/steps.m), prefetches wait at the bank like any
-- fetch, and copies that no thread will read are kept.
--
-- machine: source: Singh, thesis, section 2.3.3 (NO-COH)
-- machine: promises: none; own writes, atomics and draining hold
-- machine: lowering: models/lib/waits.m; an atomic is performed at the L2

include "../lib/waits.m"
include "../lib/steps.m"

const
  CHANNEL: 3;  -- requests of a CU on their way to one bank

type
  fetch_state: enum { IDLE, ASKED, ANSWERED };
  request_type: record
    fetch: boolean;     -- of the line for the L1; else one access, of `sender`
    sender: thread;
    what: operation;
    answer: tag;
  end;
  l1_line: record
    valid: boolean;
    data: array [word] of value;
    fetch: fetch_state; -- the one outstanding fetch of the line
    installs: boolean;  -- I_V rather than I_I: no store or atomic came after it
    fill: array [word] of value;
    unanswered: 0 .. CHANNEL;  -- accesses of the CU to the line, at the L2 (I_I while any)
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

function Held(t: thread): boolean;
begin
  return false;
end;

procedure MachineStart();
begin
  WaitsStart();
  DetailStart();
  for l: line do
    for w: word do
      l2[l][w] := Initial(l, w);
    end;
    for c: cu do
      l1[c][l].valid := false;
      l1[c][l].fetch := IDLE;
      l1[c][l].unanswered := 0;
      up[c][l].count := 0;
    end;
  end;
  for t: thread do
    for g: tag do
      waiting[t][g].active := false;
    end;
  end;
end;

procedure Drop(c: cu; l: line);
begin
  l1[c][l].valid := false;
  undefine l1[c][l].data;
end;

procedure Send(c: cu; l: line; var r: request_type);
begin
  alias channel: up[c][l] do
    channel.request[channel.count] := r;
    channel.count := channel.count + 1;
  end;
end;

-- A load of the line that misses may join the fetch, or start it.
function MayFetch(c: cu; l: line): boolean;
begin
  return l1[c][l].unanswered = 0
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

function Accepts(t: thread; o: operation): boolean;
begin
  if !FencesAllow(t, o) then
    return false;
  elsif Kind(o) = FENCE then
    return true;
  end;
  alias c: CuOf(t); l: LineOf(o) do
    if Kind(o) = LOAD then
      return l1[c][l].valid | MayFetch(c, l) | up[c][l].count < CHANNEL;
    end;
    return up[c][l].count < CHANNEL;
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
    if Kind(o) != LOAD then
      l1[c][l].unanswered := l1[c][l].unanswered + 1;
    end;
    Send(c, l, r);
  end;
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) != FENCE then
    alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
      if Kind(o) = LOAD & l1[c][l].valid then
        Complete(t, g, l1[c][l].data[w]);
      elsif Kind(o) = LOAD & MayFetch(c, l) then
        Issued(t, o);
        Fetch(c, l);
        waiting[t][g].active := true;
        waiting[t][g].what := o;
      else
        Issued(t, o);
        if Kind(o) != LOAD then
          Drop(c, l);
          if l1[c][l].fetch != IDLE then
            l1[c][l].installs := false;
          end;
        end;
        SendAccess(t, o, g);
      end;
    end;
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return !l1[c][l].valid & l1[c][l].fetch = IDLE & l1[c][l].unanswered = 0
       & (STEPS = 1 ? up[c][l].count < CHANNEL : up[c][l].count = 0 & Wanted(c, l));
end;

-- It binds nothing, so it may as well be issued as late as the bank serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  if STEPS = 1 then
    Fetch(c, l);
  else
    l1[c][l].fetch := ANSWERED;
    l1[c][l].installs := true;
    l1[c][l].fill := l2[l];
  end;
end;

procedure Unwanted(c: cu; l: line);
begin
  if STEPS = 0 then
    Drop(c, l);
  end;
end;

procedure Perform(c: cu; var r: request_type);
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what); place: l2[LineOf(r.what)][WordOf(r.what)] do
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
    if Kind(o) != LOAD then
      l1[c][l].unanswered := l1[c][l].unanswered - 1;
    end;
    Answered(t);
    PassFences(t);
  end;
end;

-- ---- with STEPS ----

-- Kinds of answers: one to an access, and the fill, whose data stand in the L1's entry.
-- Something waits at the bank.
function Asked(l: line): boolean;
begin
  return exists c: cu do up[c][l].count > 0 end;
end;

procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if k = 1 then
    Fill(c, l);
  else
    if Kind(o) != STORE then
      Complete(t, g, v);
    end;
    if Kind(o) != LOAD then
      l1[c][l].unanswered := l1[c][l].unanswered - 1;
    end;
    Answered(t);
    PassFences(t);
  end;
end;

-- The bank performs the access, and its answer is on its way.
procedure PerformInDetail(c: cu; var r: request_type);
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what); place: l2[LineOf(r.what)][WordOf(r.what)] do
    if Kind(o) = STORE then
      Fly(t, c, l, 0, o, 0, 0);
      place := Stored(o);
      ObserveStore(t, l, w, place);
    else
      Fly(t, c, l, 0, o, r.answer, place);
      if Kind(o) = RMW & Writes(o, place) then
        place := Result(o, place);
        ObserveStore(t, l, w, place);
      end;
    end;
  end;
end;

-- ---- the bank ----

ruleset c: cu; l: line do
  alias channel: up[c][l] do
    rule "L2 serves"
      channel.count > 0 & Served(l)
    ==>
    var first: request_type;
    begin
      first := channel.request[0];
      for i: 0 .. CHANNEL - 2 do
        channel.request[i] := channel.request[i + 1];
      end;
      undefine channel.request[CHANNEL - 1];
      channel.count := channel.count - 1;
      if first.fetch then
        l1[c][l].fetch := ANSWERED;
        l1[c][l].fill := l2[l];
        if STEPS = 1 then
          Fly(0, c, l, 1, 0, 0, 0);
        end;
      elsif STEPS = 1 then
        PerformInDetail(c, first);
      else
        Perform(c, first);
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
          Complete(t, g, l1[c][l].fill[WordOf(waiting[t][g].what)]);
          undefine waiting[t][g];
          waiting[t][g].active := false;
          Answered(t);
          PassFences(t);
        end;
      end;
    end;
  end;
end;

procedure Fill(c: cu; l: line);
begin
  Deliver(c, l);
  if l1[c][l].installs & (STEPS = 1 | Wanted(c, l)) then
    l1[c][l].valid := true;
    l1[c][l].data := l1[c][l].fill;
  end;
  l1[c][l].fetch := IDLE;
  undefine l1[c][l].fill;
  undefine l1[c][l].installs;
end;

ruleset c: cu; l: line do
  rule "fill"
    STEPS = 0 & l1[c][l].fetch = ANSWERED
  ==>
  begin
    Fill(c, l);
  end;

  rule "evict"
    EvictionsOn() & l1[c][l].valid
  ==>
  begin
    Drop(c, l);
  end;
end;

function Quiescent(): boolean;
begin
  return flying_count = 0 & forall c: cu do forall l: line do up[c][l].count = 0 & l1[c][l].fetch = IDLE end end;
end;

function FinalValue(l: line; w: word): value;       begin return l2[l][w]; end;
function Latest(l: line; w: word): value;           begin return l2[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return l1[c][l].valid; end;
function CopyValue(c: cu; l: line; w: word): value; begin return l1[c][l].data[w]; end;
function MayWrite(c: cu; l: line): boolean;         begin return false; end;
