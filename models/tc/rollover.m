-- SPDX-License-Identifier: BSD-2-Clause
-- The time counter of Temporal Coherence rolls over (Singh, thesis, 4.5): one
-- line of TC-Strong with times as the hardware has them, numbers of a counter
-- that wraps, compared as numbers.
--
-- At the wrap a lease that would have ended long ago looks new again, at the
-- L1 and at the L2 in different ways, since the L2's time was raised by leases
-- that other copies have.  So at the wrap every L1 drops its copies, the L2
-- forgets its time, and answers from before the wrap are not installed (they
-- carry a bit of the wrap that they were sent in).  No lease reaches over the
-- wrap; the L2 waits to grant one that would.
--
-- Known: FLUSH=0, and TAGGED=0, are violated in 8 steps: a stale copy is
-- readable.  With RESET=0 the value of no copy is wrong, but a time at the end
-- of the counter is never past, and stores wait for ever.
--
-- why: flash invalidation at the counter's wrap is what keeps old leases from coming back
-- expect: verdict=holds states=17642 rules=75634
-- expect-exact: states=4524 rules=19446

const
  LAST: CLOCK - 1;   -- no lease reaches over the wrap

type
  contents: scalarset(2);

include "counter.m"

procedure WrapWriter(); begin end;

ruleset v: contents do
  startstate "reset"
  begin
    CounterStart(v);
  end;
end;

ruleset v: contents do
  rule "L2 performs a store"
    !Unexpired()
  ==>
  begin
    l2.data := v;
  end;
end;

invariant "a readable copy holds the last value"
  forall c: cu do
    Readable(c) -> l1[c].data = l2.data
  end;

liveness "a store can be performed"
  !Unexpired();
