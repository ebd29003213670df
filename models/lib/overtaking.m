-- SPDX-License-Identifier: BSD-2-Clause
-- Bounded overtaking, for a model of a lock or a queue: how often others get in while one waits.  Fairness
-- says that who waits gets in at last, and this says how soon.
--
-- The model has a type `thread` and a constant OVERTAKING, includes this file, and calls
-- OvertakingStart() in its start states, BeginsToWait(t) as t begins to wait, and GetsIn(t) as t gets in.
-- A counter does not go beyond OVERTAKING + 1.

-- show: ghost overtaken

var
  overtaken: array [thread] of 0 .. OVERTAKING + 1;  -- undefined: it does not wait

procedure OvertakingStart();
begin
  undefine overtaken;
end;

procedure BeginsToWait(t: thread);
begin
  overtaken[t] := 0;
end;

procedure GetsIn(t: thread);
begin
  undefine overtaken[t];
  for u: thread do
    if !isundefined(overtaken[u]) then
      if overtaken[u] <= OVERTAKING then overtaken[u] := overtaken[u] + 1; end;
    end;
  end;
end;

ruleset t: thread do
  invariant "nobody is overtaken more often than OVERTAKING"
    isundefined(overtaken[t]) | overtaken[t] <= OVERTAKING;
end;
