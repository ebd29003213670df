-- SPDX-License-Identifier: BSD-2-Clause
-- What the author of the locks and semaphores means by no starvation: who asks gets in at last, in every run
-- that is fair to the steps of who has asked and of who is inside (`--fair RULE`, of each; FAIRNESS=0: without the
-- monitor of fair.m, whose answers these are to agree with).  The model says in Waiting(t) who has asked.

ruleset t: thread do
  leadsto "who asks gets in" { Waiting(t) } { !Waiting(t) };
end;
