-- SPDX-License-Identifier: BSD-2-Clause
-- What litmus runs reduce, as steps of its own (STEPS): answers travel back to
-- their CU, in order for each CU and line, and a bank has to fetch a line from
-- the memory behind it before it serves.  `docs/machines.md` says why nobody can
-- tell the difference; the tests compare the outcomes.
--
-- Used by no-l1, noncoherent and wt.  The machine sends answers with Fly, or with
-- Respond, which without STEPS lets them arrive in the same step, and gives
--   procedure Arrive(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
-- for one that arrives, and
--   function Asked(l: line): boolean;
-- whether something waits at the line's bank (parts/channel.m has it).

-- show: lane "L2" of memory

const
  STEPS: 0;
  ANSWER_KINDS: 4;      -- the machine's own; 0 .. 3
  FLYING: STEPS * (THREADS * (TAGS + STORES) - 1) + 1;  -- answers on their way, at most

type
  -- Sorted by CU and line, so that the order across channels is no state.
  -- Without STEPS all this is one entry of some bits that never change.
  flying_answer: record
    target: 0 .. STEPS * (CUS - 1);
    at: 0 .. STEPS * (LINES - 1);
    kind: 0 .. STEPS * (ANSWER_KINDS - 1);
    sender: 0 .. STEPS * (THREADS - 1);
    what: 0 .. STEPS * (OPERATIONS - 1);
    answer: 0 .. STEPS * (TAGS - 1);
    data: 0 .. STEPS * (VALUES - 1);
  end;

var
  flying_count: 0 .. STEPS * FLYING;
  flying: array [0 .. FLYING - 1] of flying_answer;
  fetched: array [0 .. STEPS * (LINES - 1)] of 0 .. STEPS;  -- 1: the bank has the line

procedure DetailStart();
begin
  flying_count := 0;
  for i: 0 .. STEPS * (LINES - 1) do
    fetched[i] := 0;
  end;
end;

-- Behind all that are for the same CU and line, or for lesser ones.
procedure Fly(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
var i: 0 .. FLYING;
begin
  i := flying_count;
  while (i > 0 ? flying[i - 1].target > c | (flying[i - 1].target = c & flying[i - 1].at > l) : false) do
    flying[i] := flying[i - 1];
    i := i - 1;
  end;
  flying[i].target := c;
  flying[i].at := l;
  flying[i].kind := k;
  flying[i].sender := t;
  flying[i].what := o;
  flying[i].answer := g;
  flying[i].data := v;
  flying_count := flying_count + 1;
end;

procedure Respond(t: thread; c: cu; l: line; k: 0 .. ANSWER_KINDS - 1; o: operation; g: tag; v: value);
begin
  if STEPS = 1 then
    Fly(t, c, l, k, o, g, v);
  else
    Arrive(t, c, l, k, o, g, v);
  end;
end;

-- The first answer on its way to the CU for the line; FLYING: there is none.
function FirstAnswer(c: cu; l: line): 0 .. FLYING;
begin
  for i: 0 .. FLYING - 1 do
    if i < flying_count & flying[i].target = c & flying[i].at = l then
      return i;
    end;
  end;
  return FLYING;
end;

-- Whether an answer of this kind is on its way to the CU for the line.
function IsFlying(c: cu; l: line; k: 0 .. ANSWER_KINDS - 1): boolean;
begin
  return exists i: 0 .. FLYING - 1 do
           i < flying_count & flying[i].target = c & flying[i].at = l & flying[i].kind = k
         end;
end;

-- The bank may serve the line.
function Served(l: line): boolean;
begin
  return STEPS = 0 | fetched[STEPS * l] = STEPS;
end;

-- An instance is a channel and no place among the answers, which changes as others
-- come and go: so fairness to it is fairness to the channel.
ruleset c: cu; l: line do
  fair rule "answer arrives"
    STEPS = 1 & FirstAnswer(c, l) < FLYING
  ==>
  var first: flying_answer;
  var at: 0 .. FLYING;
  begin
    at := FirstAnswer(c, l);
    first := flying[at];
    for j: 0 .. FLYING - 1 do
      if j >= at & j + 1 < flying_count then
        flying[j] := flying[j + 1];
      end;
    end;
    flying_count := flying_count - 1;
    undefine flying[flying_count];
    Arrive(first.sender, first.target, first.at, first.kind, first.what, first.answer, first.data);
  end;
end;

ruleset l: line do
  fair rule "memory answers the bank"
    STEPS = 1 & UsedLine(l) & fetched[STEPS * l] = 0 & Asked(l)
  ==>
  begin
    fetched[STEPS * l] := STEPS;
  end;

  rule "bank evicts"
    STEPS = 1 & EvictionsOn() & UsedLine(l) & fetched[STEPS * l] = 1 & !Asked(l)
  ==>
  begin
    fetched[STEPS * l] := 0;
  end;
end;
