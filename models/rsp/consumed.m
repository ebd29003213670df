-- SPDX-License-Identifier: BSD-2-Clause
-- Everything that is under way in RSP is consumed: what the FIFOs have, in order; fills; the answers to loads
-- whose fill is not installed; of a remote operation markers and invalidations, one of each for each cache.

ruleset c: cu do
  ltl "the head of the L1's FIFO leaves" [] <> ({ fifo[c].count = 0 } | fires("L1 FIFO", c));
end;

ruleset k: component do
  ltl "the head of the L2's FIFO leaves" [] <> ({ fifo_l2[k].count = 0 } | fires("L2 FIFO", k));
end;

ruleset c: cu; l: line do
  ltl "a fill is taken" [] <> ({ !fills[c][l].active } | fires("fill", c, l));
end;

ruleset t: thread do
  ltl "an answer is taken" [] <> ({ waiting[t].active ? !waiting[t].alone : true } | fires("answer", t));
end;

ruleset t: thread; c: cu do
  ltl "a marker is taken"
    [] <> ({ remote[t].phase = FLUSHING ? remote[t].l1[c] != SENT : true } | fires("marker", t, c));
  ltl "an invalidation is taken"
    [] <> ({ remote[t].phase = INVALIDATING ? !remote[t].drop_l1[c] : true } | fires("invalidation", t, c));
end;
