-- SPDX-License-Identifier: BSD-2-Clause
-- SRC: caches that release consistency manages.  Private write-through L1s over
-- one shared L2, no invalidation messages: software says when an L1 must forget
-- what it has.
--
-- machine: source: the baseline "SRC" of the spatiotemporal coherence paper; the wait and the invalidation are s_waitcnt and buffer_wbinvl1 of a GCN GPU
-- machine: promises: hrf-indirect-relaxed
-- machine: invariants: coherence
-- machine: lowering: every scope counts as the whole system.  Plain: at the L1.
--   Atomics, relaxed ones too: at the L2.  Acquire: the access, wait, invalidate
--   the L1.  Release: wait, then the access.  An sc load or RMW: wait, then as
--   acquire; an sc store: wait, then the access, and no wait after it.  Fence:
--   wait; if it acquires, invalidate.  A wait is for all accesses of the thread.
-- machine: values STEPS: 0..1
-- machine: values CHANNEL: 1..16
--
-- L1 (lib/parts/joining-l1.m): valid or not, write-evict, no write-allocate,
-- silent evictions.  A store, and any access performed at the L2, drops the copy
-- as it is issued.  Loads do not join a fetch that was asked for before an
-- invalidation: its fill is delivered and not installed.
--
-- Reduced (STEPS=0): a request that its thread is blocked by is served as it is
-- issued, if nothing is before it; a copy of a line that no store will change
-- any more, and that is not stale, is forgotten, and a load of such a line is
-- answered at once.  In both, the way back of an answer that installs nothing
-- takes no step.

include "../lib/parts/joining-l1.m"
include "../lib/parts/fences.m"
include "../lib/parts/settled.m"
include "../lib/parts/outstanding.m"

const
  STEPS: 1;

var
  acquiring: array [thread] of boolean;  -- an acquire is not answered

procedure MachineStart();
begin
  L1Start();
  for t: thread do pending[t] := 0; acquiring[t] := false; end;
end;

-- Actions.

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

-- Whether an access goes to the L2 whatever the L1 has.
function Beyond(o: operation): boolean;
begin
  return Kind(o) != LOAD | Order(o) != PLAIN;
end;

function Keeps(c: cu; l: line): boolean;
begin
  return Wanted(c, l);
end;

procedure Bound(t: thread);            begin Answered(t); end;
procedure FillSent(c: cu; l: line);    begin end;

-- The L2 performs an access, and the thread is answered.
procedure Perform(c: cu; var r: request_message);
var old: value;
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what) do
    if Beyond(o) then
      l1[c][l].beyond := l1[c][l].beyond - 1;
    end;
    Answered(t);
    old := memory[l][WordOf(o)];
    if Kind(o) != STORE then
      Complete(t, r.answer, old);
    end;
    PerformWrite(t, o, old);
  end;
end;

-- ---- reduction ----

procedure TidyLine(l: line); begin TidySettled(l); end;

procedure EndStep();
begin
  PassAllFences();
  Tidy();
end;

-- ---- rules ----

function L2MayServe(c: cu; l: line): boolean; begin return true; end;

include "../lib/parts/serves.m"

ruleset c: cu; l: line do
  fair rule "fill"
    l1[c][l].fetch = ANSWERED
  ==>
  begin
    Fill(c, l);
    EndStep();
  end;
end;

-- ---- the machine interface ----

function IsAcquiring(t: thread): boolean; begin return acquiring[t]; end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    if Beyond(o) then
      return Room(c, l);
    end;
    return l1[c][l].valid | MayFetch(c, l) | Room(c, l);
  end;
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
      Join(t, o, g);
    else
      if Beyond(o) then
        Drop(c, l);
      end;
      SendAccess(t, o, g);
      -- It could as well have been issued as late as it is served, where nobody's request comes behind it.
      if STEPS = 0 & up[c][l].count = 1 then
        if Blocks(t) & !TouchedByOthers(t, l) then
          Serve(c, l);
        end;
      end;
    end;
  end;
  Tidy();
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return IsAbsent(c, l) & up[c][l].count = 0 & Wanted(c, l) & !Settled(l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  FetchAhead(c, l, true);
end;

procedure ForgetCopies(c: cu; l: line);
begin
  DropCopy(c, l);
  DropIdleFill(c, l);
end;

include "../lib/parts/unwanted.m"

function Quiescent(): boolean;
begin
  return Idle();
end;

-- show: lane "L2" of memory
-- show: channel up from cu to "L2" as "{line} {what}"
