-- SPDX-License-Identifier: BSD-2-Clause
-- What of rsp.m's own state must hold, whatever the program.

-- A FIFO holds the addresses of all dirty words of its cache.
invariant "a dirty word is in the FIFO"
  forall c: cu do forall l: line do forall w: word do
    l1[c][l].state[w] = DIRTY -> Writing(fifo[c], l, w) > 0
  end end end;

-- And no store is waiting there whose word is clean: it would be lost.
invariant "a store in the FIFO has its word in the cache"
  forall c: cu do forall l: line do forall w: word do
    Writing(fifo[c], l, w) > 0 -> l1[c][l].state[w] = DIRTY
  end end end;

invariant "synchronisation stalls only during a remote operation"
  forall c: cu do
    stalled[c] != NOTHING -> exists t: thread do remote[t].phase != NONE end
  end;

invariant "one remote operation at a time"
  forall t: thread do forall u: thread do
    t != u -> remote[t].phase = NONE | remote[u].phase = NONE
  end end;

-- Once all is flushed for a remote RMW, no cache within the scope has a
-- synchronising store that is not at the target: none started since.
invariant "nothing synchronises behind a remote RMW's back"
  forall t: thread do
    remote[t].phase = FLUSHING & Kind(remote[t].what) = RMW & Flushed(t) ->
    forall c: cu do Within(c, t, remote[t].what) -> fifo[c].count = 0 end
  end;
