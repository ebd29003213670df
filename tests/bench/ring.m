-- SPDX-License-Identifier: BSD-2-Clause
-- A ring of stations that pass packets on: a model with a large state.
--
-- Each of STATIONS stations has one packet slot.  A packet has a destination
-- and a payload of WORDS words, written by its source in one of two patterns
-- and checked where it is taken out.  At most PACKETS are under way, which
-- bounds the number of states while the state itself stays large: 8 stations
-- with 61 words of 8 bits pack into 495 bytes.
--
-- Sizes: --const STATIONS, WORDS, PACKETS; WORDS changes the size of the state
-- alone.  Known (states, rules fired; there is no scalarset):
--
--   STATIONS=8  PACKETS=2     19,137      39,344
--   STATIONS=8  PACKETS=3  1,003,393   2,732,528
--   STATIONS=16 PACKETS=2    300,801     612,064
--
-- why: a 495-byte state; counts known from Rumur.
-- runs: once
-- expect: verdict=holds states=19137 rules=39344
const
  STATIONS: 8;
  WORDS: 61;
  PACKETS: 2;

type
  station: 0 .. STATIONS - 1;
  index: 0 .. WORDS - 1;
  word: 0 .. 254;                    -- with undefined, 8 bits
  packet: record
    full: boolean;
    target: station;
    payload: array [index] of word;
  end;

var
  slot: array [station] of packet;
  under_way: 0 .. PACKETS;

function Pattern(s: station; flipped: boolean; i: index): word;
begin
  return flipped ? 254 - (s * 13 + i) % 128 : (s * 13 + i) % 128;
end;

procedure Take(s: station);
begin
  undefine slot[s];
  slot[s].full := false;
end;

-- A source sends to the station opposite and to the one before it, so that a
-- packet travels half the ring or nearly all of it.
ruleset s: station; flipped: boolean; far: boolean do
  rule "send"
    !slot[s].full & under_way < PACKETS
  ==>
  begin
    slot[s].full := true;
    slot[s].target := (s + (far ? STATIONS - 1 : STATIONS / 2)) % STATIONS;
    for i: index do
      slot[s].payload[i] := Pattern(s, flipped, i);
    end;
    under_way := under_way + 1;
  end;
end;

ruleset s: station do
  rule "pass on"
    slot[s].full & slot[s].target != s & !slot[(s + 1) % STATIONS].full
  ==>
  begin
    slot[(s + 1) % STATIONS] := slot[s];
    Take(s);
  end;

  rule "take out"
    slot[s].full & slot[s].target = s
  ==>
  begin
    for i: index do
      assert "the payload is whole"
        slot[s].payload[i] = (slot[s].payload[0] < 128
          ? (slot[s].payload[0] + i) % 128
          : 254 - (254 - slot[s].payload[0] + i) % 128);
    end;
    Take(s);
    under_way := under_way - 1;
  end;
end;

startstate
begin
  for s: station do
    Take(s);
  end;
  under_way := 0;
end;
