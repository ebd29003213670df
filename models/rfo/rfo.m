-- SPDX-License-Identifier: BSD-2-Clause
-- "Read for ownership" on a GPU and a CPU: MOESI, with write-back L1s, a
-- write-back L2 of the GPU, and a directory that knows every copy.
--
-- The paper gives no table.  Here the directory serves one request to a line at
-- a time: a load's GETS, a store's or atomic's GETX, and the PUTX of an L1 that
-- evicts what it owns.  To serve one it sends probes: SHARE to an owner, which
-- answers with the data and stays owner (O) if the line is dirty, INVALIDATE to
-- the owner and every sharer otherwise.  The probes may arrive at any time; with
-- the last answer the request is complete.  A probe may meet an L1 whose own
-- request for the line still waits, an upgrade that so loses its copy, or a PUTX
-- whose data it answers with.  Shared copies are evicted silently, so the
-- directory's list is a superset.  An L1 of the GPU evicts into the L2, which
-- then owns the line; a core of the CPU into memory.  The directory is finite: it
-- may recall a line from all caches.
--
-- What is not modelled, since nothing else can happen to the line meanwhile: the
-- ways of answers and grants, and the messages that end a request.  A clean line
-- of the L2 is memory's.
--
-- machine: source: Hechtman et al., QuickRelease, section 2.4.2 (RFO; MOESI)
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions swmr data-value
-- machine: lowering: models/lib/waits.m; acquires, releases and atomics in the
--   local L1; every scope counts as the whole system
-- machine: variant cpu-first: CPU=1, the first agent is the CPU and not the others
-- machine: variant steps: STEPS=1, a request of a blocked thread takes its steps
-- machine: values STEPS CPU: 0..1

-- show: lane "directory" of directory, l2

include "../lib/waits-for-answers.m"
include "../lib/parts/cpus.m"
include "../lib/parts/fences.m"

const
  STEPS: 0;   -- 1: a request of a blocked thread takes its steps too

type
  l1_state: enum { I, S, E, O, M };
  request_kind: enum { NO_REQUEST, GETS, GETX, PUTX };
  probe_kind: enum { NO_PROBE, SHARE, INVALIDATE };
  serving_kind: enum { IDLE, READ, WRITE, RECALL };
  line_data: array [word] of value;

include "../lib/parts/write-back.m"

var
  l2: array [line] of record          -- what the L2 owns
    valid: boolean;
    data: line_data;
  end;
  l1: array [cu] of array [line] of record
    state: l1_state;
    data: line_data;
    request: request_kind;            -- its one request, that the directory has not served
    accesses: boolean;                -- for the access `what`; else it is a prefetch
    upgrades: boolean;                -- it had a copy when it was sent
    who: thread;
    what: operation;
    answer: tag;
    probe: probe_kind;                -- on its way to it
  end;
  directory: array [line] of record
    serving: serving_kind;
    requester: cu;
    dirty: boolean;                   -- data is newer than memory's
    data: line_data;                  -- that the request is answered with
    owned: boolean;                   -- by the L1 `owner`, in E, O or M
    owner: cu;
    sharers: array [cu] of boolean;   -- but for the owner
  end;

procedure DropCopy(c: cu; l: line); begin l1[c][l].state := I; undefine l1[c][l].data; end;

procedure EndRequest(c: cu; l: line);
begin
  alias it: l1[c][l] do
    it.request := NO_REQUEST;
    it.accesses := false;
    it.upgrades := false;
    undefine it.who;
    undefine it.what;
    undefine it.answer;
  end;
end;

procedure GoIdle(l: line);
begin
  alias d: directory[l] do
    d.serving := IDLE;
    d.dirty := false;
    undefine d.requester;
    undefine d.data;
  end;
end;

procedure Disown(l: line);
begin
  directory[l].owned := false;
  undefine directory[l].owner;
end;

procedure MachineStart();
begin
  WaitsStart();
  LatestStart();
  for l: line do
    l2[l].valid := false;
    GoIdle(l);
    Disown(l);
    for c: cu do
      DropCopy(c, l);
      EndRequest(c, l);
      l1[c][l].probe := NO_PROBE;
      directory[l].sharers[c] := false;
    end;
  end;
end;

-- ---- the L1 ----

function MayLoad(c: cu; l: line): boolean;
begin
  return l1[c][l].state != I;
end;

function MayStore(c: cu; l: line): boolean;
begin
  return l1[c][l].state = E | l1[c][l].state = M;
end;

-- The access, in an L1 that has the permission.
procedure Perform(t: thread; o: operation; g: tag);
var v: value;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    v := l1[c][l].data[w];
    if Kind(o) = STORE | (Kind(o) = RMW & Writes(o, v)) then
      l1[c][l].state := M;
      Write(t, l, w, Kind(o) = STORE ? Stored(o) : Result(o, v));
    end;
    if Kind(o) != STORE then
      Complete(t, g, v);
    end;
  end;
end;

-- The access that the L1's request was for.
procedure Answer(c: cu; l: line);
var t: thread;
var o: operation;
var g: tag;
begin
  alias it: l1[c][l] do
    if it.accesses then
      t := it.who;
      o := it.what;
      if Kind(o) != STORE then
        g := it.answer;
      end;
      EndRequest(c, l);
      Perform(t, o, g);
      Answered(t);
    else
      EndRequest(c, l);
    end;
  end;
end;

-- ---- the directory ----

-- Whether a probe of the line is on its way.
function Probed(l: line): boolean;
begin
  return exists c: cu do l1[c][l].probe != NO_PROBE end;
end;

-- The data of the line where no L1 owns it.
procedure TakeBelow(l: line);
begin
  alias d: directory[l] do
    d.dirty := l2[l].valid;
    d.data := l2[l].valid ? l2[l].data : memory[l];
  end;
end;

-- To every L1 that the directory has for the line; with `but`, not to c.
procedure ProbeAll(l: line; but: boolean; c: cu);
begin
  alias d: directory[l] do
    for e: cu do
      if (d.sharers[e] | (d.owned & d.owner = e)) & !(but & e = c) then
        l1[e][l].probe := INVALIDATE;
      end;
    end;
  end;
end;

procedure Finish(l: line);
var c: cu;
begin
  alias d: directory[l] do
    if d.serving = RECALL then
      if d.dirty then
        memory[l] := d.data;
      end;
      for e: cu do
        d.sharers[e] := false;
      end;
      Disown(l);
      GoIdle(l);
    elsif d.serving = READ then
      c := d.requester;
      l1[c][l].data := d.data;
      if d.owned | d.dirty | exists e: cu do e != c & d.sharers[e] end then
        l1[c][l].state := S;
        d.sharers[c] := true;
      else
        l1[c][l].state := E;
        d.sharers[c] := false;
        d.owned := true;
        d.owner := c;
      end;
      GoIdle(l);
      Answer(c, l);
    else
      c := d.requester;
      if !(l1[c][l].upgrades & (d.sharers[c] | (d.owned & d.owner = c))) then
        l1[c][l].data := d.data;
      end;
      l1[c][l].state := M;
      for e: cu do
        d.sharers[e] := false;
      end;
      d.owned := true;
      d.owner := c;
      GoIdle(l);
      Answer(c, l);
    end;
  end;
end;

-- An L1's eviction of what it owns; it may own it no more.
procedure ServePut(c: cu; l: line);
begin
  alias d: directory[l] do
    if d.owned & d.owner = c then
      if l1[c][l].state != E then
        if IsCpu(c) then
          memory[l] := l1[c][l].data;
        else
          l2[l].valid := true;
          l2[l].data := l1[c][l].data;
        end;
      end;
      Disown(l);
    end;
    d.sharers[c] := false;
    DropCopy(c, l);
    EndRequest(c, l);
  end;
end;

procedure Serve(c: cu; l: line);
begin
  alias d: directory[l] do
    if l1[c][l].request = PUTX then
      ServePut(c, l);
    else
      TakeBelow(l);
      d.requester := c;
      if l1[c][l].request = GETS then
        d.serving := READ;
        if d.owned then
          l1[d.owner][l].probe := SHARE;
        end;
      else
        d.serving := WRITE;
        ProbeAll(l, true, c);
        l2[l].valid := false;
        undefine l2[l].data;
      end;
      if !Probed(l) then
        Finish(l);
      end;
    end;
  end;
end;

-- A probe arrives at an L1, and its answer at the directory.
procedure Probe(c: cu; l: line);
begin
  alias d: directory[l]; it: l1[c][l] do
    if d.owned & d.owner = c then
      d.data := it.data;
      d.dirty := it.state != E;
    end;
    if it.probe = INVALIDATE then
      DropCopy(c, l);
    elsif it.state = M then
      it.state := O;
    elsif it.state = E then
      it.state := S;
      Disown(l);
      d.sharers[c] := true;
    end;
    it.probe := NO_PROBE;
    if !Probed(l) then
      Finish(l);
    end;
  end;
end;

-- ---- issue ----

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  return l1[CuOf(t)][LineOf(o)].request = NO_REQUEST;
end;

procedure Ask(c: cu; l: line; k: request_kind);
begin
  l1[c][l].request := k;
  l1[c][l].upgrades := l1[c][l].state != I;
end;

procedure AskFor(t: thread; o: operation; g: tag);
begin
  alias it: l1[CuOf(t)][LineOf(o)] do
    Ask(CuOf(t), LineOf(o), Kind(o) = LOAD ? GETS : GETX);
    it.accesses := true;
    it.who := t;
    it.what := o;
    if Kind(o) != STORE then it.answer := g; end;
  end;
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o) do
    if Kind(o) = LOAD ? MayLoad(c, l) : MayStore(c, l) then
      Perform(t, o, g);
      return;
    end;
    Issued(t, o);
    AskFor(t, o, g);
    -- With its thread blocked, or ended, it may as well be issued as late as
    -- the directory serves it.
    if STEPS = 0 & !HasNext(t, false) & directory[l].serving = IDLE then
      Serve(c, l);
    end;
  end;
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].state = I & l1[c][l].request = NO_REQUEST & directory[l].serving = IDLE & Wanted(c, l);
end;

-- It binds nothing, so it may as well be issued as late as the directory serves it.
procedure Prefetch(c: cu; l: line; w: word);
begin
  Ask(c, l, GETS);
  Serve(c, l);
end;

-- A shared copy goes, and the directory may forget it: a probe to it would find none.
procedure Unwanted(c: cu; l: line);
begin
  alias it: l1[c][l] do
    if it.state = S & it.request = NO_REQUEST & it.probe = NO_PROBE & directory[l].serving = IDLE then
      DropCopy(c, l);
      directory[l].sharers[c] := false;
    end;
  end;
  PrefetchesOfWanted(c);
end;

-- ---- rules ----

ruleset c: cu; l: line do
  fair rule "directory serves"
    l1[c][l].request != NO_REQUEST & directory[l].serving = IDLE
  ==>
  begin
    Serve(c, l);
    PassAllFences();
  end;

  fair rule "probe"
    l1[c][l].probe != NO_PROBE
  ==>
  begin
    Probe(c, l);
    PassAllFences();
  end;

  rule "evict shared"
    EvictionsOn() & l1[c][l].state = S & l1[c][l].request = NO_REQUEST
  ==>
  begin
    DropCopy(c, l);
  end;

  rule "evict owned"
    EvictionsOn() & l1[c][l].state != I & l1[c][l].state != S & l1[c][l].request = NO_REQUEST
  ==>
  begin
    Ask(c, l, PUTX);
  end;
end;

ruleset l: line do
  rule "recall"
    EvictionsOn() & directory[l].serving = IDLE
    & (directory[l].owned | l2[l].valid | exists c: cu do directory[l].sharers[c] end)
  ==>
  var none: cu;  -- no use is made of it, undefined as it is
  begin
    TakeBelow(l);
    directory[l].serving := RECALL;
    ProbeAll(l, false, none);
    l2[l].valid := false;
    undefine l2[l].data;
    if !Probed(l) then
      Finish(l);
    end;
    PassAllFences();
  end;

  rule "evict from L2"
    EvictionsOn() & directory[l].serving = IDLE & l2[l].valid
  ==>
  begin
    memory[l] := l2[l].data;
    l2[l].valid := false;
    undefine l2[l].data;
  end;
end;

-- ---- what the driver asks ----

function Quiescent(): boolean;
begin
  return forall l: line do
           directory[l].serving = IDLE & forall c: cu do l1[c][l].request = NO_REQUEST end
         end;
end;

function FinalValue(l: line; w: word): value;
begin
  if directory[l].owned then
    return l1[directory[l].owner][l].data[w];
  end;
  return l2[l].valid ? l2[l].data[w] : memory[l][w];
end;

function MayRead(c: cu; l: line; w: word): boolean; begin return MayLoad(c, l); end;
function MayWrite(c: cu; l: line): boolean;         begin return MayStore(c, l); end;

-- show: channel l1.request while GETS, GETX, PUTX from cu to "directory" as "{request} {line}"
-- show: channel l1.probe while SHARE, INVALIDATE from "directory" to cu as "{probe} {line}"
