-- SPDX-License-Identifier: BSD-2-Clause
-- Loads that wait for an L1's fetch.  The machine defines waiting, an array of each
-- thread's tags of records with active, what and what is its own, of which one that is
-- not active has nothing.  Used by joining-l1.m, misses.m, logical-time.m, denovo, hmg and tc.

procedure StopWaiting(t: thread; g: tag);
begin
  undefine waiting[t][g];
  waiting[t][g].active := false;
end;

procedure NobodyWaits();
begin
  for t: thread do
    for g: tag do waiting[t][g].active := false; end;
  end;
end;

procedure StartWaiting(t: thread; g: tag; o: operation);
begin
  waiting[t][g].active := true;
  waiting[t][g].what := o;
end;
