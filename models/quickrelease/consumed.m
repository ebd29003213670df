-- SPDX-License-Identifier: BSD-2-Clause
-- Everything that is under way in QuickRelease is consumed.  An address that an S-FIFO has leaves it, with its block
-- or for it; so does a marker: a release waits for no longer than until its own has passed all levels.  Requests of
-- misses and fills have a place each, and so have invalidations.

include "../lib/fills-installed.m"

ruleset c: cu; l: line; t: thread do
  leadsto "an address leaves the L1's S-FIFO" { Queued(f1[c], l, t) } { !Queued(f1[c], l, t) };
end;

ruleset l: line; t: thread do
  leadsto "an address leaves the L2's S-FIFO" { Queued(f2, l, t) } { !Queued(f2, l, t) };
  leadsto "an address leaves the L3's S-FIFO" { Queued(f3, l, t) } { !Queued(f3, l, t) };
end;

ruleset t: thread do
  leadsto "a release's marker passes" { releasing[t].active } { !releasing[t].active };
end;

ruleset c: cu; l: line; m: miss do
  ltl "a request is taken" [] <> ({ misses[c][l][m].state != ASKED } | fires("L2 serves", c, l, m));
end;

ruleset c: cu; l: line do
  ltl "an invalidation is taken" [] <> ({ !invalidations[c][l].owed } | fires("invalidate rL1", c, l));
end;
