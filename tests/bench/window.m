-- SPDX-License-Identifier: BSD-2-Clause
-- A sliding-window protocol, go-back-N: the sender has up to WINDOW frames that
-- are not acknowledged, numbered modulo WINDOW + 1; both channels are FIFOs
-- that may lose their head.  A frame carries one bit of data.
--
-- The receiver must take the bits in the order in which they were sent; the
-- sender keeps those not acknowledged, which is all that has to be remembered.
--
-- window.pml is the same for SPIN.
--
-- Sizes: --const WINDOW=n, --const CHANNEL=n (frames or acknowledgements in
-- flight).  Known (states, rules fired; there is no scalarset):
--
--   WINDOW=2 CHANNEL=2       3,963       19,782
--   WINDOW=3 CHANNEL=3     290,000    1,611,580
--   WINDOW=3 CHANNEL=4   1,848,740   10,537,576
--
-- why: counts known from Rumur and SPIN.
-- runs: once
-- expect: verdict=holds states=290000 rules=1611580
const
  WINDOW: 3;
  CHANNEL: 3;

type
  number: 0 .. WINDOW;               -- of a frame, modulo WINDOW + 1
  amount: 0 .. WINDOW;
  bit: 0 .. 1;
  frame: record
    number: number;
    data: bit;
  end;

var
  -- Sender: frames base .. base + used - 1 are out, their data in kept[0 ..].
  base: number;
  used: amount;
  kept: array [0 .. WINDOW - 1] of bit;

  -- Receiver.
  expected: number;

  -- Ghost: how many of the sender's frames the receiver has taken.
  taken: amount;

  -- Channels.
  frames: 0 .. CHANNEL;
  frame_at: array [0 .. CHANNEL - 1] of frame;
  acks: 0 .. CHANNEL;
  ack_at: array [0 .. CHANNEL - 1] of number;  -- the next one expected

procedure DropFrame();
begin
  for i: 0 .. CHANNEL - 2 do
    if i + 1 < frames then
      frame_at[i] := frame_at[i + 1];
    end;
  end;
  undefine frame_at[frames - 1];
  frames := frames - 1;
end;

procedure DropAck();
begin
  for i: 0 .. CHANNEL - 2 do
    if i + 1 < acks then
      ack_at[i] := ack_at[i + 1];
    end;
  end;
  undefine ack_at[acks - 1];
  acks := acks - 1;
end;

-- How far number n is ahead of the sender's base.
function Ahead(n: number): amount;
begin
  return (n + WINDOW + 1 - base) % (WINDOW + 1);
end;

ruleset d: bit do
  rule "accept data"
    used < WINDOW
  ==>
  begin
    kept[used] := d;
    used := used + 1;
  end;
end;

-- The sender may send any frame of its window, at any time, again.
ruleset k: 0 .. WINDOW - 1 do
  rule "send"
    k < used & frames < CHANNEL
  ==>
  begin
    frame_at[frames].number := (base + k) % (WINDOW + 1);
    frame_at[frames].data := kept[k];
    frames := frames + 1;
  end;
end;

rule "receive a frame"
  frames > 0
==>
begin
  if frame_at[0].number = expected then
    assert "each frame is taken once, and in order" taken < used & frame_at[0].data = kept[taken];
    taken := taken + 1;
    expected := (expected + 1) % (WINDOW + 1);
  end;
  DropFrame();
end;

rule "acknowledge"
  acks < CHANNEL
==>
begin
  ack_at[acks] := expected;
  acks := acks + 1;
end;

rule "receive an acknowledgement"
  acks > 0
==>
var n: amount;
begin
  n := Ahead(ack_at[0]);
  if n <= used then
    assert "nothing is acknowledged that was not taken" n <= taken;
    for i: 0 .. WINDOW - 1 do
      if i + n < used then
        kept[i] := kept[i + n];
      else
        undefine kept[i];
      end;
    end;
    used := used - n;
    taken := taken - n;
    base := (base + n) % (WINDOW + 1);
  end;
  DropAck();
end;

rule "lose a frame"
  frames > 0
==>
begin
  DropFrame();
end;

rule "lose an acknowledgement"
  acks > 0
==>
begin
  DropAck();
end;

startstate
begin
  base := 0;
  used := 0;
  undefine kept;
  expected := 0;
  taken := 0;
  frames := 0;
  undefine frame_at;
  acks := 0;
  undefine ack_at;
end;
