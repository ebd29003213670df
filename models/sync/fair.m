-- SPDX-License-Identifier: BSD-2-Clause
-- Starvation under weak fairness, as a property of states.
--
-- At any time the state is remembered, once, while a thread, the victim, waits.
-- If the same state comes again, every thread having taken a step since or
-- being idle, and the victim has waited all the time, then the run between can
-- be repeated for ever: the victim starves, though nobody is kept from moving.
-- In a finite model every such run is found; where the invariant holds, there
-- is none.
--
-- The model has its state in one variable `now`, of type `state_type`, calls
-- Stepped(t) at the end of each step of t, and says in Waiting(t) and Idle(t)
-- where t is.

const
  FAIRNESS: 1;   -- 0: nothing is remembered

var
  armed: boolean;
  victim: thread;
  saved: state_type;
  moved: array [thread] of boolean;

procedure Disarm();
begin
  armed := false;
  undefine victim;
  undefine saved;
  for t: thread do moved[t] := false; end;
end;

procedure Stepped(t: thread);
begin
  if armed then
    moved[t] := true;
    if !Waiting(victim) then
      Disarm();
    end;
  end;
end;

ruleset t: thread do
  rule "remember"
    FAIRNESS = 1 & !armed & Waiting(t)
  ==>
  begin
    armed := true;
    victim := t;
    saved := now;
  end;
end;

invariant "nobody starves"
  armed -> now != saved | exists t: thread do !moved[t] & !Idle(t) end;
