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
  CUS: 2;
  LEASE: 2;
  CLOCK: 5;   -- the counter's values
  FLUSH: 1;   -- 1: the L1s drop their copies at the wrap
  TAGGED: 1;  -- 1: an answer from before the wrap is not installed
  RESET: 1;   -- 1: the L2 forgets its time at the wrap

type
  cu: scalarset(CUS);
  value: scalarset(2);
  time: 0 .. CLOCK - 1;
  message: record
    sent: boolean;
    old: boolean;      -- from before the last wrap
    data: value;
    lt: time;
  end;

var
  now: time;
  l1: array [cu] of record
    valid: boolean;
    data: value;
    lt: time;
  end;
  answer: array [cu] of message;
  l2: record
    leased: boolean;   -- P or S, once gt was given; E when now > gt
    gt: time;
    data: value;
  end;

function Readable(c: cu): boolean;
begin
  return l1[c].valid & now <= l1[c].lt;
end;

ruleset v: value do
  startstate "reset"
  begin
    now := 0;
    l2.leased := false;
    l2.data := v;
    for c: cu do
      l1[c].valid := false;
      answer[c].sent := false;
    end;
  end;
end;

procedure Wrap();
begin
  now := 0;
  for c: cu do
    if FLUSH = 1 then
      undefine l1[c];
      l1[c].valid := false;
    end;
    if TAGGED = 1 & answer[c].sent then
      answer[c].old := true;
    end;
  end;
  if RESET = 1 then
    l2.leased := false;
    undefine l2.gt;
  end;
end;

rule "tick"
begin
  if now = CLOCK - 1 then
    Wrap();
  else
    now := now + 1;
  end;
end;

ruleset c: cu; lease: 0 .. LEASE do
  rule "L2 answers GETS"
    !answer[c].sent & !Readable(c) & now + lease < CLOCK
  ==>
  begin
    if !l2.leased | l2.gt < now + lease then
      l2.gt := now + lease;
    end;
    l2.leased := true;
    answer[c].sent := true;
    answer[c].old := false;
    answer[c].data := l2.data;
    answer[c].lt := l2.gt;
  end;
end;

ruleset c: cu do
  rule "fill"
    answer[c].sent
  ==>
  begin
    if !answer[c].old & now <= answer[c].lt then
      l1[c].valid := true;
      l1[c].data := answer[c].data;
      l1[c].lt := answer[c].lt;
    end;
    undefine answer[c];
    answer[c].sent := false;
  end;
end;

ruleset v: value do
  rule "L2 performs a store"
    !l2.leased | now > l2.gt
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
  !l2.leased | now > l2.gt;
