-- SPDX-License-Identifier: BSD-2-Clause
-- The time counter of TC-Weak rolls over (Singh, thesis, 4.5; rollover.m is
-- the same of TC-Strong): one line, two CUs that read it, a writer without a
-- copy and its fences, with times as the hardware has them, numbers of a
-- counter that wraps, compared as numbers.
--
-- A store is performed at once; TS++; its answer carries the time by which it
-- is visible to all (GWCT), for which a fence waits.  Data are numbered by the
-- stores, so that a copy below `fenced` is one that a fence should have waited
-- for.
--
-- Known: FLUSH=0 and TAGGED=0: after a fence a CU reads what was there before
-- the store.  ROOM=0 too, without any wrong turn at the wrap itself: TS++ and
-- GWCT = GT + 1 step over the end of the counter, and a GWCT of 0 is no wait.
-- So a lease may not last to the counter's last value, and a store whose TS++
-- would pass it has to wait for the wrap.  RESET=0: stores then wait for ever.
-- FORGET=0 holds: a GWCT from before the wrap only makes a fence wait longer.
--
-- why: what TC-Weak must forget when its counter of time wraps
-- expect: verdict=holds states=189900 rules=863412
-- expect-exact: states=98083 rules=446510

const
  STORES: 2;
  FORGET: 1;   -- 1: the GWCT entry is zero at the wrap, and one from before it is not taken
  ROOM: 1;     -- 1: a store that would step a time over the counter's end waits
  -- No lease reaches over the wrap; nor, with ROOM, to the counter's last value,
  -- of which there would be no GWCT.
  LAST: CLOCK - 1 - ROOM;

type
  version: 0 .. STORES;
  contents: version;

include "counter.m"

var
  ack: record          -- of the writer's store
    sent: boolean;
    old: boolean;
    gwct: time;
  end;
  gwct: time;          -- the writer's entry
  fenced: version;     -- the latest store that a fence came after

startstate "reset"
begin
  CounterStart(0);
  gwct := 0;
  fenced := 0;
  ack.sent := false;
end;

procedure WrapWriter();
begin
  if FORGET = 1 then
    gwct := 0;
    if ack.sent then ack.old := true; end;
  end;
end;

ruleset c: cu do
  rule "L1 drops what has expired"
    l1[c].valid & !Readable(c)
  ==>
  begin
    undefine l1[c];
    l1[c].valid := false;
  end;
end;

rule "L2 performs a store"
  l2.data < STORES & !ack.sent & !(ROOM = 1 & Unexpired() & l2.gt = CLOCK - 1)
==>
begin
  l2.data := l2.data + 1;
  ack.sent := true;
  ack.old := false;
  if Unexpired() then
    l2.gt := (l2.gt + 1) % CLOCK;
    ack.gwct := l2.gt;
  else
    ack.gwct := 0;
  end;
end;

rule "the store is acknowledged"
  ack.sent
==>
begin
  if !ack.old & ack.gwct > gwct then
    gwct := ack.gwct;
  end;
  undefine ack;
  ack.sent := false;
end;

rule "a fence"
  !ack.sent & now >= gwct & fenced < l2.data
==>
begin
  fenced := l2.data;
end;

invariant "after a fence nobody reads what was before the store"
  forall c: cu do Readable(c) -> l1[c].data >= fenced end;

liveness "a store is performed, and its fence passes"
  fenced = STORES;
