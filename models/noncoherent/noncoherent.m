-- SPDX-License-Identifier: BSD-2-Clause
-- The non-coherent baseline: private write-through L1s that nothing ever
-- invalidates, over one shared L2.
--
-- L1 (lib/parts/joining-l1.m): write-evict, no write-allocate, silent
-- evictions.  A load hits whatever copy there is, however stale.  A store or an
-- atomic drops the copy and goes to the L2.
--
-- The answers of stores, atomics and loads that install nothing are not
-- modelled (nobody can tell when they arrive, but that the thread waits
-- longer); a fill is, since it may reach the L1 long after the bank read it.
-- With STEPS all are (lib/steps.m), prefetches wait at the bank like any
-- fetch, and copies that no thread will read are kept.
--
-- machine: source: Singh, thesis, section 2.3.3 (NO-COH)
-- machine: promises: none; own writes, atomics and draining hold
-- machine: invariants: rmw-adjacent
-- machine: lowering: models/lib/waits.m; an atomic is performed at the L2
-- machine: values STEPS: 0..1
-- machine: values CHANNEL: 1..16

-- show: channel up from cu to "L2" as "{line} {what}"

include "../lib/waits-for-answers.m"
include "../lib/steps.m"
include "../lib/parts/joining-l1.m"
include "../lib/parts/settled.m"

procedure MachineStart();
begin
  WaitsStart();
  DetailStart();
  L1Start();
end;

function Beyond(o: operation): boolean;
begin
  return Kind(o) != LOAD;
end;

function Keeps(c: cu; l: line): boolean;
begin
  return STEPS = 1 | Loaded(c, l);
end;

-- ---- what can no longer matter (STEPS=0) ----

-- A copy is read by loads alone, and so forgotten where none is to come; nor is a prefetch of use there.
procedure TidyLine(l: line);
begin
  for c: cu do
    if UsedCu(c) & !Loaded(c, l) then
      DropCopy(c, l);
      DropIdleFill(c, l);
    end;
  end;
  TidySettled(l);
end;

procedure EndStep();
begin
  Tidy();
  if STEPS = 0 then
    for c: cu do
      if UsedCu(c) & PrefetchesLeft(c) then
        EndPrefetchesUnless(c, exists l: line do UsedLine(l) & Loaded(c, l) & !Settled(l) end);
      end;
    end;
  end;
end;

procedure Bound(t: thread);
begin
  Answered(t);
  PassFences(t);
end;

-- ---- issue ----

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o) do
    return Room(c, l) | (Kind(o) = LOAD & (l1[c][l].valid | MayFetch(c, l)));
  end;
end;

procedure Ask(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o) do
    if Kind(o) = LOAD & l1[c][l].valid then
      Complete(t, g, l1[c][l].data[WordOf(o)]);
      return;
    end;
    Issued(t, o);
    if Kind(o) = LOAD & MayFetch(c, l) then
      Join(t, o, g);
      return;
    end;
    if Kind(o) != LOAD then
      Drop(c, l);
    end;
    SendAccess(t, o, g);
  end;
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
begin
  Ask(t, o, g);
  EndStep();
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return IsAbsent(c, l) & (STEPS = 1 ? Room(c, l) : up[c][l].count = 0 & Loaded(c, l) & !Settled(l));
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  FetchAhead(c, l, STEPS = 0);
end;

procedure Unwanted(c: cu; l: line);
begin
  if STEPS = 0 then
    DropCopy(c, l);
  end;
end;

-- ---- the bank, and its answers ----

procedure Perform(c: cu; var r: request_message);
var old: value;
begin
  alias t: r.sender; o: r.what do
    old := memory[LineOf(o)][WordOf(o)];
    Respond(t, c, LineOf(o), 0, o, Kind(o) = STORE ? 0 : r.answer, old);
    PerformWrite(t, o, old);
  end;
end;

-- Kinds of answers: 0, to an access; 1, the fill, whose data stand in the L1's
-- entry.
procedure FillSent(c: cu; l: line);
begin
  if STEPS = 1 then Fly(0, c, l, 1, 0, 0, 0); end;
end;

procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if k = 1 then
    Fill(c, l);
  else
    if Kind(o) != STORE then
      Complete(t, g, v);
    end;
    if Beyond(o) then
      l1[c][l].beyond := l1[c][l].beyond - 1;
    end;
    Bound(t);
  end;
end;

ruleset c: cu; l: line do
  fair rule "L2 serves"
    up[c][l].count > 0 & Served(l)
  ==>
  begin
    Serve(c, l);
    EndStep();
  end;

  fair rule "fill"
    STEPS = 0 & l1[c][l].fetch = ANSWERED
  ==>
  begin
    Fill(c, l);
    EndStep();
  end;
end;

function Quiescent(): boolean;
begin
  return flying_count = 0 & Idle();
end;
