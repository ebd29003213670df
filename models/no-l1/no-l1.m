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
-- machine: lowering: models/lib/waits.m

include "../lib/waits.m"
include "../lib/steps.m"

const
  CHANNEL: 3;  -- requests of a CU on their way to one bank

type
  request_type: record
    sender: thread;
    what: operation;
    answer: tag;
  end;

var
  memory: array [line] of array [word] of value;
  up: array [cu] of array [line] of record
    count: 0 .. CHANNEL;
    request: array [0 .. CHANNEL - 1] of request_type;
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
      memory[l][w] := Initial(l, w);
    end;
    for c: cu do
      up[c][l].count := 0;
    end;
  end;
end;

function Accepts(t: thread; o: operation): boolean;
begin
  return FencesAllow(t, o)
       & (Kind(o) = FENCE | up[CuOf(t)][LineOf(o)].count < CHANNEL);
end;

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) != FENCE then
    Issued(t, o);
    alias channel: up[CuOf(t)][LineOf(o)] do
      channel.request[channel.count].sender := t;
      channel.request[channel.count].what := o;
      if Kind(o) != STORE then
        channel.request[channel.count].answer := g;
      end;
      channel.count := channel.count + 1;
    end;
  end;
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

procedure Perform(var r: request_type);
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what); place: memory[LineOf(r.what)][WordOf(r.what)] do
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
    Answered(t);
  end;
end;

-- ---- with STEPS ----

-- Something waits at the bank.
function Asked(l: line): boolean;
begin
  return exists c: cu do up[c][l].count > 0 end;
end;

procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if Kind(o) != STORE then
    Complete(t, g, v);
  end;
  Answered(t);
  PassFences(t);
end;

-- The bank performs the access, and its answer is on its way.
procedure PerformInDetail(var r: request_type);
begin
  alias t: r.sender; o: r.what; l: LineOf(r.what); w: WordOf(r.what); place: memory[LineOf(r.what)][WordOf(r.what)] do
    if Kind(o) = STORE then
      Fly(t, CuOf(t), l, 0, o, 0, 0);
    else
      Fly(t, CuOf(t), l, 0, o, r.answer, place);
    end;
    if Kind(o) = STORE then
      place := Stored(o);
      ObserveStore(t, l, w, place);
    elsif Kind(o) = RMW & Writes(o, place) then
      place := Result(o, place);
      ObserveStore(t, l, w, place);
    end;
  end;
end;

-- ---- the bank ----

ruleset c: cu; l: line do
  alias channel: up[c][l] do
    rule "bank serves"
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
      if STEPS = 1 then
        PerformInDetail(first);
      else
        Perform(first);
        PassFences(first.sender);
      end;
    end;
  end;
end;

function Quiescent(): boolean;
begin
  return flying_count = 0 & forall c: cu do forall l: line do up[c][l].count = 0 end end;
end;

function FinalValue(l: line; w: word): value;    begin return memory[l][w]; end;
function Latest(l: line; w: word): value;        begin return memory[l][w]; end;
function MayRead(c: cu; l: line; w: word): boolean; begin return false; end;
function CopyValue(c: cu; l: line; w: word): value; begin return memory[l][w]; end;
function MayWrite(c: cu; l: line): boolean;      begin return false; end;
