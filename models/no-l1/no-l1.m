-- SPDX-License-Identifier: BSD-2-Clause
-- No L1: every access goes to the shared L2 and is performed there.  The
-- networks are ordered point to point, and each line has a bank of its own,
-- so a CU's requests to one line stay in order and nothing else is ordered.
--
-- A response is not modelled: between the access at the bank and the answer
-- at the thread nothing can happen that another thread could tell, and the
-- thread only waits longer.  With STEPS it is (lib/steps.m).
--
-- machine: source: Singh, thesis, section 5.1 (NO-L1)
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions
-- machine: lowering: models/lib/waits.m
-- machine: values STEPS: 0..1
-- machine: values CHANNEL: 1..16

-- show: channel up from cu to "L2" as "{line} {what}"

include "../lib/waits-for-answers.m"
include "../lib/steps.m"

const
  CHANNEL: 3;  -- requests of a CU on their way to one bank

type
  request_message: record
    sender: thread;
    what: operation;
    answer: tag;
  end;

include "../lib/parts/stores-at-memory.m"
include "../lib/parts/channel.m"

procedure MachineStart();
begin
  WaitsStart();
  DetailStart();
  MemoryStart();
  ChannelsStart();
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  return Room(CuOf(t), LineOf(o));
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
var r: request_message;
begin
  Issued(t, o);
  r.sender := t;
  r.what := o;
  if Kind(o) != STORE then
    r.answer := g;
  end;
  Send(CuOf(t), LineOf(o), r);
end;

function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return false;
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  error "a machine without an L1 has no prefetch";
end;

procedure Unwanted(c: cu; l: line);
begin
end;

-- The bank performs the access and answers.
procedure Perform(var r: request_message);
var old: value;
begin
  alias t: r.sender; o: r.what do
    old := memory[LineOf(o)][WordOf(o)];
    Respond(t, CuOf(t), LineOf(o), 0, o, Kind(o) = STORE ? 0 : r.answer, old);
    PerformWrite(t, o, old);
  end;
end;

procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if Kind(o) != STORE then
    Complete(t, g, v);
  end;
  Answered(t);
  PassFences(t);
end;

ruleset c: cu; l: line do
  fair rule "bank serves"
    up[c][l].count > 0 & Served(l)
  ==>
  var first: request_message;
  begin
    Dequeue(c, l, first);
    Perform(first);
  end;
end;

function Quiescent(): boolean;
begin
  return flying_count = 0 & forall c: cu do forall l: line do up[c][l].count = 0 end end;
end;

function MayRead(c: cu; l: line; w: word): boolean; begin return false; end;
function CopyValue(c: cu; l: line; w: word): value; begin return memory[l][w]; end;
function MayWrite(c: cu; l: line): boolean;      begin return false; end;
