-- SPDX-License-Identifier: BSD-2-Clause
-- Temporal Coherence's counter of time that wraps: one line, the copies of two
-- CUs, and answers on their way, with times as the hardware has them, numbers
-- that are compared as numbers.
--
-- rollover.m (TC-Strong) and rollover-weak.m (TC-Weak) include it, after they
-- have defined
--   contents         the type of a line's data
--   LAST             the latest time at which a lease may end
-- and before they say, in
--   procedure WrapWriter()   what else the wrap changes,
-- when the L2 performs a store, and what must hold.

const
  CUS: 2;
  LEASE: 2;
  CLOCK: 5;   -- the counter's values
  FLUSH: 1;   -- 1: the L1s drop their copies at the wrap
  TAGGED: 1;  -- 1: an answer from before the wrap is not installed
  RESET: 1;   -- 1: the L2 forgets its time at the wrap

type
  cu: scalarset(CUS);
  time: 0 .. CLOCK - 1;

var
  now: time;
  l1: array [cu] of record
    valid: boolean;
    data: contents;
    lt: time;
  end;
  answer: array [cu] of record
    sent: boolean;
    old: boolean;      -- from before the last wrap
    data: contents;
    lt: time;
  end;
  l2: record
    leased: boolean;   -- P or S, once gt was given; E when now > gt
    gt: time;
    data: contents;
  end;

function Readable(c: cu): boolean;
begin
  return l1[c].valid & now <= l1[c].lt;
end;

function Unexpired(): boolean;
begin
  return l2.leased & now <= l2.gt;
end;

procedure CounterStart(data: contents);
begin
  now := 0;
  l2.leased := false;
  l2.data := data;
  for c: cu do
    l1[c].valid := false;
    answer[c].sent := false;
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
  WrapWriter();
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
    !answer[c].sent & !Readable(c) & now + lease <= LAST
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
