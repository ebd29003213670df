-- SPDX-License-Identifier: BSD-2-Clause
-- Spatiotemporal coherence (STC): addresses are grouped into bands; a band may
-- be written only in its epoch, in which nobody caches it.  There are no
-- invalidation messages, sharer lists or leases; an epoch management unit (EMU)
-- takes all CUs from epoch to epoch by a four-way handshake.
--
-- machine: source: Spatiotemporal coherence (STC), sections 2 to 4, Table 1
-- machine: promises: rc-mca hrf-indirect-relaxed drf-relaxed
-- machine: invariants: versions epoch-rules stc-er4
-- machine: lowering: lib/waits.m (release waits, acquire invalidates nothing);
--   every scope counts as the whole system
-- machine: variant nv: FORM=0
-- machine: variant es: FORM=1
-- machine: variant ab: FORM=2
-- machine: variant mb: FORM=3
-- machine: values FORM: 0..3
-- machine: values STEPS AT_ONCE LAZY ONE_BAND INFLIGHT LEFTOVER STALE SCAN DONE_FIRST CLEARED: 0..1
-- machine: values SKEW SWEEP: 0..2
-- machine: values MAPS BAND_BITS: 1..2
-- machine: values SETS LINE_BANDS GRANTED: 1..8
-- machine: values OTHER_BANDS OTHERS: 0..8
-- machine: values BSQ: 1..16
--
-- Table.  tables/l1.csv is the published table of the L1.  Below, a column is a
-- procedure and a row a case of it; each cell has a cover "L1 STATE EVENT".
-- `murrelet table stc` draws it back; table-notes.tsv explains.
--
-- What is modelled.  The coalescer holds a request to an address to which the
-- CU has one outstanding, so that a CU has at most one request to each word:
-- `slot`.  A load is a line's fetch (Load: I_V), or uncached (Load_U: I_I)
-- where the band is current.  A store is in the blocked store queue (BLOCKED)
-- until its band is current, then on its way (ASKED), performed at the L2 and
-- acknowledged (ANSWERED).  Atomics are stores performed at the L2, answered by
-- Data_E and WA where they return a value, by WA alone where they do not.
-- Messages take any time and there is no order between two of them.
--
-- With STEPS=0 nobody can tell the difference (docs/protocols/stc.md says why,
-- a test compares):
--   the handshake is one step, of all CUs.  A store that is not performed when
--     its epoch ends is one that came after Prepare, or that the scan of the
--     BSQ had not reached: so BLOCKED and ASKED are one state;
--   an answer arrives as the L2 gives it, and at once where its thread can do
--     nothing before;
--   the next epoch of the forms with epoch skipping is any band that a blocked
--     store waits for, as messages of any delay make it;
--   epochs of bands that never change again are left out;
--   lines are invalidated at the epoch's beginning, unless LAZY=1.

-- show: lane "L2" of l2, address
-- show: lane "EMU" of emu
-- show: channel prepare from "EMU" to cu as "Prepare"
-- show: channel ready_ack from cu to "EMU" as "ReadyAck"
-- show: channel change from "EMU" to cu as "ChangeEpoch"
-- show: channel done_ack from cu to "EMU" as "DoneAck"
-- show: channel demand from cu to "EMU" as "demand"
-- show: channel demand_ack from "EMU" to cu as "demand ack"
-- show: channel conflict from cu to "EMU" as "conflict"

include "../lib/waits-for-answers.m"

const
  NV: 0;
  ES: 1;
  AB: 2;
  MB: 3;
  FORM: NV;

  STEPS: 0;           -- 1: the whole handshake, and all messages
  AT_ONCE: 1 - STEPS;  -- 0: no access is answered as it is issued, for drivers that
                      -- know no program
  LAZY: STEPS;        -- 1: invalidation at a set's first access in an epoch, and
                      -- the rest at the epoch's end; 0: at its beginning
  SETS: 1;            -- of the L1
  BSQ: STORES + TAGS; -- entries of a CU's blocked store queue
  OTHER_BANDS: 1;     -- nv, es: bands without a location of the test
  LINE_BANDS: LINES;  -- of nv and es under drivers without a program: a line is in band ADDRESS mod LINE_BANDS
  ONE_BAND: 0;        -- nv, es: 1: all of the test's locations are in one band
  BAND_BITS: 2;       -- ab, mb: N, 1 or 2
  MAPS: FORM >= AB ? 2 : 1;  -- ab, mb: positions of the start epoch bits (SEB)
  GRANTED: 4;         -- mb: epochs granted together, at most
  OTHERS: FORM = NV ? 0 : 1; -- demands and conflicts of wavefronts that are not
                             -- modelled, all together

  -- What the paper leaves open; 0 is what we chose.
  SKEW: 0;      -- 1: as printed: a CU knows the new epoch from ChangeEpoch; 0: from
                -- Prepare on it does not hit or install the new band; 2: no CU stores
                -- in the new epoch before the EMU has all DoneAcks (and says so)
  INFLIGHT: 0;  -- 1: as printed: a load in flight forgets epochs that it outlives;
                -- 0: one whose band becomes current is not installed
  SWEEP: 0;     -- the sweep at an epoch's end goes by 0: the ending epoch; 1: the
                -- new one (the register changes first); 2: the ending one, but
                -- the new mapping
  LEFTOVER: 0;  -- es: 1: as printed: only a store that is blocked sends a demand;
                -- 0: at each epoch's beginning the CU demands again for all that
                -- its BSQ holds
  STALE: 0;     -- ab: 1: demands are kept when the bands are mapped anew; 0: the
                -- EMU drops them
  SCAN: 0;      -- 1: a CU takes Prepare only once its BSQ holds no store of the current
                -- bands, so that no epoch is too short for those that waited for it; 0:
                -- as printed: whenever it comes
  DONE_FIRST: 0;  -- 1: as section 4.2 says at first: a CU answers ChangeEpoch with DoneAck, and
                  -- moves to the epoch after that; 0: as it says later: when it has moved
  CLEARED: 0;   -- es: an epoch's demand is taken from the vector 0: when the epoch is chosen;
                -- 1: when all have it

  BANDS: FORM < AB ? LINES + OTHER_BANDS : BAND_BITS = 1 ? 2 : 4;

type
  band: 0 .. BANDS - 1;
  band_set: array [band] of boolean;
  band_number: 0 .. (FORM != MB ? 0 : BAND_BITS = 1 ? 3 : 15);  -- a set of bands as a number
  mapping: 0 .. MAPS - 1;
  set: 0 .. SETS - 1;

  line_state: enum { I, V, I_V, I_I };
  slot_state: enum { FREE,
                     BLOCKED,   -- a store in the BSQ
                     ASKED,     -- on its way to the L2
                     ANSWERED,  -- Data, Data_E and WA, or WA, on its way back
                     VALUE_LEFT, ACK_LEFT };  -- an atomic's other answer is in
  slot_type: record
    state: slot_state;
    load: boolean;      -- else a store or an atomic
    binds: boolean;     -- not a prefetch
    installs: boolean;  -- of a load: I_V, else I_I
    returns: boolean;   -- of an atomic, once answered: its value
    sender: thread;
    answer: tag;
    what: operation;
    data: array [word] of value;  -- of a load that is answered
    old: value;                   -- of an atomic that is answered
  end;

  l1_line: record
    valid: boolean;
    data: array [word] of value;
  end;

  emu_phase: enum { SLEEPING, PREPARING, CHANGING };

var
  l2: array [line] of array [word] of value;
  l1: array [cu] of array [line] of l1_line;
  slot: array [cu] of array [line] of array [word] of slot_type;
  address: array [line] of 0 .. LINES - 1;  -- never changes

  unit: array [cu] of record
    epoch: band_set;       -- the current epoch register
    map: mapping;
    seen: array [set] of boolean;  -- accessed in this epoch
    stopped: boolean;      -- has Prepare
    acked: boolean;        -- has sent ReadyAck
    done: 0 .. DONE_FIRST; -- 1: has sent DoneAck for ChangeEpoch, and not moved yet
    demanded: band_set;    -- the demand vector
    conflicted: band_set;
  end;

  emu: record
    phase: emu_phase;
    chosen: band;
    next: band_set;        -- what ChangeEpoch carries
    next_map: mapping;
    got: array [cu] of boolean;  -- acknowledgements of this phase
    erv: band_set;         -- the epoch request vector
    written: array [band] of line;  -- ab: the address in each entry
    shift: -1 .. 1;        -- ab: of the SEB, at the next change
    others: 0 .. OTHERS;   -- left
  end;

  -- Messages on their way, at most one of each.
  prepare, ready_ack, change, done_ack: array [cu] of boolean;
  carried: array [cu] of record  -- by ChangeEpoch
    epoch: band_set;
    map: mapping;
  end;
  demand, demand_ack: array [cu] of band_set;
  demand_line: array [cu] of array [band] of line;
  conflict: array [cu] of boolean;
  conflict_line: array [cu] of line;

-- ---- bands ----

function Power(n: 0 .. 4): 1 .. 16;
begin
  switch n
    case 0: return 1;
    case 1: return 2;
    case 2: return 4;
    case 3: return 8;
    case 4: return 16;
  end;
end;

-- The band of a line: BAND_BITS bits of its address from the SEB upwards.
function BandUnder(l: line; m: mapping): band;
begin
  return FORM >= AB ? address[l] / Power(m) % BANDS : ONE_BAND = 1 ? 0 : address[BandOf(l)] % LINE_BANDS;
end;

function BandAt(c: cu; l: line): band;
begin
  return BandUnder(l, unit[c].map);
end;

-- Whether the line's band is current, as the CU knows it.
function Current(c: cu; l: line): boolean;
begin
  return unit[c].epoch[BandAt(c, l)];
end;

-- Whether it will be, and Prepare said so, or ChangeEpoch, once that is answered: the EMU may be ahead then.
function Barred(c: cu; l: line): boolean;
begin
  if unit[c].done = 1 then
    return SKEW = 0 & carried[c].epoch[BandUnder(l, carried[c].map)];
  end;
  return SKEW = 0 & unit[c].stopped & emu.next[BandUnder(l, emu.next_map)];
end;

function Cacheable(c: cu; l: line): boolean;
begin
  return !Current(c, l) & !Barred(c, l);
end;

-- Whether the CU issues stores of the current bands.
function Open(c: cu): boolean;
begin
  return !unit[c].stopped & !(SKEW = 2 & emu.phase = CHANGING);
end;

-- A band that the test has a location in, or one of the others.
function IsBand(b: band): boolean;
begin
  return FORM >= AB | b >= LINES | exists l: line do UsedLine(l) & BandUnder(l, 0) = b end;
end;

-- ---- what a CU has outstanding ----

function IsStore(c: cu; l: line; w: word): boolean;
begin
  return slot[c][l][w].state != FREE & !slot[c][l][w].load;
end;

function Blocked(c: cu; l: line): boolean;
begin
  return exists w: word do slot[c][l][w].state = BLOCKED end;
end;

function BlockedStores(c: cu): 0 .. LINES * WORDS;
var count: 0 .. LINES * WORDS;
begin
  count := 0;
  for l: line do
    for w: word do
      if slot[c][l][w].state = BLOCKED then
        count := count + 1;
      end;
    end;
  end;
  return count;
end;

-- Whether none of the CU's stores is between the BSQ and its acknowledgement: PW = 0.
function Drained(c: cu): boolean;
begin
  return forall l: line do
           forall w: word do IsStore(c, l, w) -> slot[c][l][w].state = BLOCKED end
         end;
end;

function LineState(c: cu; l: line): line_state;
begin
  if l1[c][l].valid then
    return V;
  elsif exists w: word do slot[c][l][w].state != FREE & slot[c][l][w].load & slot[c][l][w].installs end then
    return I_V;
  elsif exists w: word do slot[c][l][w].state != FREE & slot[c][l][w].load end then
    return I_I;
  end;
  return I;
end;

-- Whether the L2's line may yet change.
function Changing(l: line): boolean;
begin
  return STEPS = 1 | Changes(l)
       | exists c: cu do exists w: word do IsStore(c, l, w) end end;
end;

-- ---- actions: the L1 ----

procedure FreeSlot(c: cu; l: line; w: word);
begin
  undefine slot[c][l][w];
  slot[c][l][w].state := FREE;
end;

function SetOf(l: line): set;
begin
  return address[l] % SETS;
end;

-- An access reads the tags of its set, and invalidates what is of the current bands.
procedure TouchSet(c: cu; at: line);
begin
  if LAZY = 1 & !unit[c].seen[SetOf(at)] then
    unit[c].seen[SetOf(at)] := true;
    for l: line do
      if SetOf(l) = SetOf(at) & Current(c, l) then
        DropCopy(c, l);
      end;
    end;
  end;
end;

-- The sets that the ending epoch did not touch.
procedure SweepSets(c: cu; m: mapping);
begin
  for l: line do
    if LAZY = 1 & !unit[c].seen[SetOf(l)] & unit[c].epoch[BandUnder(l, m)] then
      DropCopy(c, l);
    end;
  end;
end;

procedure Install(c: cu; l: line; var data: array [word] of value);
begin
  if Touched(c, l) then
    l1[c][l].valid := true;
    l1[c][l].data := data;
  end;
end;

-- STEPS=0: a line that never changes again is as well read at the L2; a copy
-- that is not like the L2's still matters.
procedure SettleLine(l: line);
begin
  if !Changing(l) then
    for c: cu do
      if l1[c][l].valid & l1[c][l].data = l2[l] then
        DropCopy(c, l);
      end;
    end;
  end;
end;

function Live(b: band): boolean;
begin
  return exists l: line do
           UsedLine(l) & Changing(l) & exists c: cu do UsedCu(c) & BandAt(c, l) = b end
         end;
end;

-- ---- actions: demands and conflicts (es, ab, mb) ----

procedure SendDemand(c: cu; l: line);
begin
  if STEPS = 1 & FORM >= ES then
    alias b: BandAt(c, l) do
      if !unit[c].demanded[b] then
        unit[c].demanded[b] := true;
        demand[c][b] := true;
        demand_line[c][b] := l;
      end;
    end;
  end;
end;

-- The CU's first read of a band that has a blocked store in the CU.
procedure SendConflict(c: cu; at: line);
begin
  if STEPS = 1 & FORM >= AB then
    alias b: BandAt(c, at) do
      if !unit[c].conflicted[b] & !conflict[c]
       & exists l: line do BandAt(c, l) = b & l != at & Blocked(c, l) end then
        unit[c].conflicted[b] := true;
        conflict[c] := true;
        conflict_line[c] := at;
      end;
    end;
  end;
end;

procedure ForgetDemands(c: cu);
begin
  for b: band do
    unit[c].demanded[b] := false;
    unit[c].conflicted[b] := false;
  end;
end;

procedure DemandAgain(c: cu);
begin
  ForgetDemands(c);
  for l: line do
    if LEFTOVER = 0 & Blocked(c, l) & !Current(c, l) then
      SendDemand(c, l);
    end;
  end;
end;

-- ---- actions: answers ----

procedure BindLoad(c: cu; l: line; w: word; v: value);
var t: thread;
var g: tag;
begin
  if slot[c][l][w].binds then
    t := slot[c][l][w].sender;
    g := slot[c][l][w].answer;
    FreeSlot(c, l, w);
    Answered(t);
    Complete(t, g, v);
    PassFences(t);
  else
    FreeSlot(c, l, w);
  end;
end;

procedure BindAtomic(c: cu; l: line; w: word);
begin
  alias s: slot[c][l][w] do
    Complete(s.sender, s.answer, s.old);
    undefine s.old;
  end;
end;

procedure EndStore(c: cu; l: line; w: word);
var t: thread;
begin
  t := slot[c][l][w].sender;
  FreeSlot(c, l, w);
  Answered(t);
  PassFences(t);
end;

-- The store or atomic takes its place in its location's order.
procedure Perform(c: cu; l: line; w: word);
begin
  alias s: slot[c][l][w] do
    if Kind(s.what) = STORE then
      l2[l][w] := Stored(s.what);
      ObserveStore(s.sender, l, w, l2[l][w]);
    else
      s.old := l2[l][w];
      if Writes(s.what, s.old) then
        l2[l][w] := Result(s.what, s.old);
        ObserveStore(s.sender, l, w, l2[l][w]);
      end;
    end;
  end;
end;

procedure PerformAtOnce(c: cu; l: line; w: word);
begin
  TouchSet(c, l);
  DropCopy(c, l);
  Perform(c, l, w);
  if Kind(slot[c][l][w].what) = RMW then
    BindAtomic(c, l, w);
  end;
  EndStore(c, l, w);
  Settle(l);
end;

procedure LoadAtOnce(c: cu; l: line; w: word);
begin
  if slot[c][l][w].installs then
    Install(c, l, l2[l]);
  end;
  BindLoad(c, l, w, l2[l][w]);
  Settle(l);
end;

-- ---- Table 1: the L1 ----

-- Store (and atomic): PW++ is the slot's state.  A fill that is on its way to
-- the line's other word is not installed.
procedure L1Store(c: cu; l: line; w: word);
begin
  switch LineState(c, l)
    case I:   cover "L1 I Store" true;
    case V:   cover "L1 V Store" true;
    case I_V: cover "L1 I_V Store" true;
    case I_I: cover "L1 I_I Store" true;
  end;
  TouchSet(c, l);
  slot[c][l][w].state := ASKED;
  DropCopy(c, l);
  for x: word do
    if slot[c][l][x].state != FREE & slot[c][l][x].load then
      slot[c][l][x].installs := false;
    end;
  end;
end;

-- Load, of a band that is not current.
procedure L1Load(c: cu; l: line; w: word);
begin
  TouchSet(c, l);
  switch LineState(c, l)
    case I:   cover "L1 I Load" true;
    case V:   error "L1 V Load: it would hit";
    case I_V: cover "L1 I_V Load" true;
    case I_I: cover "L1 I_I Load" true;
  end;
  slot[c][l][w].state := ASKED;
  slot[c][l][w].installs := true;
end;

-- Load_U, of a current band.
procedure L1LoadU(c: cu; l: line; w: word);
begin
  switch LineState(c, l)
    case I:   cover "L1 I Load_U" true;
    case V:   cover "L1 V Load_U" true;
    case I_V: cover "L1 I_V Load_U" true;
    case I_I: cover "L1 I_I Load_U" true;
  end;
  TouchSet(c, l);
  slot[c][l][w].state := ASKED;
  slot[c][l][w].installs := false;
  DropCopy(c, l);
end;

-- Data: the band is not current when the answer arrives.
procedure L1Data(c: cu; l: line; w: word);
begin
  TouchSet(c, l);
  if slot[c][l][w].installs then
    cover "L1 I_V Data" true;
    Install(c, l, slot[c][l][w].data);
  else
    cover "L1 I_I Data" true;
  end;
  BindLoad(c, l, w, slot[c][l][w].data[w]);
end;

-- Data_E: it is.
procedure L1DataE(c: cu; l: line; w: word);
begin
  TouchSet(c, l);
  if slot[c][l][w].installs then
    cover "L1 I_V Data_E" true;
  else
    cover "L1 I_I Data_E" true;
  end;
  BindLoad(c, l, w, slot[c][l][w].data[w]);
end;

-- WA: PW-- is the end of the slot's store.
procedure L1WA(c: cu; l: line; w: word);
begin
  switch LineState(c, l)
    case I:   cover "L1 I WA" true;
    case V:   cover "L1 V WA" true;
    case I_V: cover "L1 I_V WA" true;
    case I_I: cover "L1 I_I WA" true;
  end;
  alias s: slot[c][l][w] do
    if s.state = ANSWERED & Kind(s.what) = RMW & s.returns then
      s.state := VALUE_LEFT;
    else
      if s.state = ANSWERED & Kind(s.what) = RMW then
        BindAtomic(c, l, w);
      end;
      EndStore(c, l, w);
    end;
  end;
end;

-- ---- the L2, and what it answers ----

ruleset c: cu; l: line; w: word do
  fair rule "L2 serves a load"
    slot[c][l][w].state = ASKED & slot[c][l][w].load
  ==>
  begin
    if STEPS = 1 then
      slot[c][l][w].state := ANSWERED;
      slot[c][l][w].data := l2[l];
    else
      LoadAtOnce(c, l, w);
    end;
  end;

  fair rule "L2 performs a store"
    STEPS = 1 & slot[c][l][w].state = ASKED & !slot[c][l][w].load
  ==>
  begin
    Perform(c, l, w);
    slot[c][l][w].state := ANSWERED;
    slot[c][l][w].returns := Kind(slot[c][l][w].what) = RMW;
  end;

  fair rule "L2 performs an atomic that returns nothing"
    STEPS = 1 & slot[c][l][w].state = ASKED & !slot[c][l][w].load & Kind(slot[c][l][w].what) = RMW
  ==>
  begin
    Perform(c, l, w);
    slot[c][l][w].state := ANSWERED;
    slot[c][l][w].returns := false;
  end;

  fair rule "L1 receives data"
    slot[c][l][w].state = ANSWERED & slot[c][l][w].load
  ==>
  begin
    if Cacheable(c, l) then
      L1Data(c, l, w);
    else
      L1DataE(c, l, w);
    end;
  end;

  fair rule "L1 receives an atomic's value"
    (slot[c][l][w].state = ANSWERED | slot[c][l][w].state = VALUE_LEFT)
    & !slot[c][l][w].load & slot[c][l][w].returns
  ==>
  begin
    BindAtomic(c, l, w);
    if slot[c][l][w].state = VALUE_LEFT then
      EndStore(c, l, w);
    else
      slot[c][l][w].state := ACK_LEFT;
    end;
  end;

  fair rule "L1 receives WA"
    (slot[c][l][w].state = ANSWERED | slot[c][l][w].state = ACK_LEFT) & !slot[c][l][w].load
  ==>
  begin
    L1WA(c, l, w);
  end;

  fair rule "BSQ issues a store"
    slot[c][l][w].state = BLOCKED & Current(c, l) & Open(c)
  ==>
  begin
    if STEPS = 1 then
      L1Store(c, l, w);
    else
      PerformAtOnce(c, l, w);
    end;
  end;
end;

include "../lib/parts/valid-copies.m"

-- ---- epoch change: the CU ----

procedure EnterEpoch(c: cu; var epoch: band_set; map: mapping);
begin
  alias u: unit[c] do
    if SWEEP != 1 then
      SweepSets(c, SWEEP = 2 ? map : u.map);
    end;
    u.epoch := epoch;
    u.map := map;
    if SWEEP = 1 then
      SweepSets(c, u.map);
    end;
    for s: set do
      u.seen[s] := false;
    end;
    for l: line do
      if Current(c, l) then
        if LAZY = 0 then
          DropCopy(c, l);
        end;
        for w: word do
          if INFLIGHT = 0 & slot[c][l][w].state != FREE & slot[c][l][w].load then
            slot[c][l][w].installs := false;
          end;
        end;
      end;
    end;
    u.stopped := false;
    u.acked := false;
    u.done := 0;
  end;
  DemandAgain(c);
end;

-- When no band can change, all epochs are the same; then none is taken to be
-- current, so that a copy which should not be there can be hit.
procedure SettleEpoch();
begin
  if STEPS = 0 & !exists b: band do Live(b) end then
    emu.chosen := 0;
    emu.others := 0;
    for b: band do
      emu.next[b] := false;
    end;
    for c: cu do
      if UsedCu(c) & exists b: band do unit[c].epoch[b] end then
        EnterEpoch(c, emu.next, unit[c].map);
      end;
    end;
  end;
end;

procedure Settle(l: line);
begin
  SettleLine(l);
  SettleEpoch();
end;

-- Whether the CU lets its epoch end.
function Scanned(c: cu): boolean;
begin
  return SCAN = 0 | forall l: line do Blocked(c, l) -> !Current(c, l) end;
end;

ruleset c: cu do
  fair rule "CU receives PrepareEpochChange"
    prepare[c] & unit[c].done = 0 & Scanned(c)
  ==>
  begin
    prepare[c] := false;
    unit[c].stopped := true;
  end;

  fair rule "CU sends ReadyAck"
    unit[c].stopped & !unit[c].acked & Drained(c)
  ==>
  begin
    unit[c].acked := true;
    ready_ack[c] := true;
  end;

  fair rule "CU answers ChangeEpoch"
    DONE_FIRST = 1 & change[c] & unit[c].done = 0
  ==>
  begin
    unit[c].done := 1;
    done_ack[c] := true;
  end;

  fair rule "CU receives ChangeEpoch"
    change[c] & (DONE_FIRST = 0 | unit[c].done = 1)
  ==>
  begin
    change[c] := false;
    EnterEpoch(c, carried[c].epoch, carried[c].map);
    undefine carried[c];
    if DONE_FIRST = 0 then
      done_ack[c] := true;
    end;
  end;
end;

-- ---- epoch change: the EMU ----

procedure ForgetAcks();
begin
  for c: cu do
    emu.got[c] := !UsedCu(c);
  end;
end;

function AllAcks(): boolean;
begin
  return forall c: cu do emu.got[c] end;
end;

-- The n-th band after the one chosen last.
function After(n: 1 .. BANDS): band;
begin
  return (emu.chosen + n) % BANDS;
end;

-- Whether the EMU, when it wakes, has reason to choose the band.
function Eligible(b: band): boolean;
begin
  return FORM = NV ? IsBand(b) : emu.erv[b];
end;

procedure ChooseEpochs();
var found: 0 .. BANDS;
var first: band;
begin
  found := 0;
  for b: band do
    emu.next[b] := false;
  end;
  for n: 1 .. BANDS do
    if Eligible(After(n)) & found < (FORM = MB ? GRANTED : 1) then
      if found = 0 then
        first := After(n);
      end;
      found := found + 1;
      emu.next[After(n)] := true;
      emu.erv[After(n)] := CLEARED = 1 & emu.erv[After(n)];
    end;
  end;
  emu.chosen := first;
end;

-- The address bits must stay within the address: the SEB has MAPS positions.
procedure ChooseMapping();
begin
  if emu.shift > 0 & emu.next_map < MAPS - 1 then
    emu.next_map := emu.next_map + 1;
  elsif emu.shift < 0 & emu.next_map > 0 then
    emu.next_map := emu.next_map - 1;
  end;
  emu.shift := 0;
end;

procedure SendChangeEpoch();
begin
  emu.phase := CHANGING;
  ForgetAcks();
  for c: cu do
    if UsedCu(c) then
      change[c] := true;
      carried[c].epoch := emu.next;
      carried[c].map := emu.next_map;
    end;
  end;
end;

procedure ForgetDemandsOf(var bands: band_set);
begin
  for b: band do
    if bands[b] then
      emu.erv[b] := false;
    end;
  end;
end;

fair rule "EMU wakes"
  STEPS = 1 & emu.phase = SLEEPING & exists b: band do Eligible(b) end
==>
var old_map: mapping;
begin
  old_map := emu.next_map;
  ChooseEpochs();
  ChooseMapping();
  if emu.next_map != old_map & STALE = 0 then
    for b: band do
      emu.erv[b] := false;
    end;
  end;
  emu.phase := PREPARING;
  ForgetAcks();
  for c: cu do
    prepare[c] := UsedCu(c);
  end;
end;

ruleset c: cu do
  fair rule "EMU receives ReadyAck"
    ready_ack[c] & emu.phase = PREPARING
  ==>
  begin
    ready_ack[c] := false;
    emu.got[c] := true;
    if AllAcks() then
      SendChangeEpoch();
    end;
  end;

  fair rule "EMU receives DoneAck"
    done_ack[c] & emu.phase = CHANGING
  ==>
  begin
    done_ack[c] := false;
    emu.got[c] := true;
    if AllAcks() then
      emu.phase := SLEEPING;
      if CLEARED = 1 then
        ForgetDemandsOf(emu.next);
      end;
    end;
  end;
end;

-- ---- demands and conflicts: the EMU ----

ruleset c: cu; b: band do
  fair rule "EMU receives EpochDemand"
    demand[c][b]
  ==>
  begin
    demand[c][b] := false;
    demand_ack[c][b] := true;
    emu.erv[b] := true;
    emu.written[b] := demand_line[c][b];
    undefine demand_line[c][b];
  end;

  fair rule "CU receives EpochDemandAck"
    demand_ack[c][b]
  ==>
  begin
    demand_ack[c][b] := false;
  end;
end;

-- Where the addresses differ below the band's bits, these have to move down.
ruleset c: cu do
  fair rule "EMU receives EpochConflict"
    conflict[c]
  ==>
  begin
    alias read: conflict_line[c]; b: BandUnder(conflict_line[c], emu.next_map) do
      if emu.erv[b] & !isundefined(emu.written[b]) then
        emu.shift := address[read] % Power(emu.next_map) != address[emu.written[b]] % Power(emu.next_map)
                     ? -1 : 1;
      end;
    end;
    conflict[c] := false;
    undefine conflict_line[c];
  end;
end;

-- A wavefront that is not modelled demands the band, or has a conflict.
ruleset b: band do
  rule "another demand"
    STEPS = 1 & emu.others > 0 & IsBand(b) & !emu.erv[b]
  ==>
  begin
    emu.others := emu.others - 1;
    emu.erv[b] := true;
  end;
end;

ruleset up: boolean do
  rule "another conflict"
    STEPS = 1 & FORM >= AB & emu.others > 0 & emu.shift = 0
  ==>
  begin
    emu.others := emu.others - 1;
    emu.shift := up ? 1 : -1;
  end;
end;

-- ---- epoch change in one step (STEPS=0) ----

procedure ChangeAtOnce();
begin
  for c: cu do
    if UsedCu(c) then
      EnterEpoch(c, emu.next, emu.next_map);
    end;
  end;
  SettleEpoch();
end;

-- Round robin over the bands that may change, and one that may not.
function MayCome(b: band): boolean;
begin
  return b >= LINES | Live(b);
end;

fair rule "next epoch"
  STEPS = 0 & FORM = NV & (exists b: band do Live(b) end) & forall c: cu do Scanned(c) end
==>
begin
  emu.chosen := After(1);
  while !MayCome(emu.chosen) do
    emu.chosen := After(1);
  end;
  for b: band do
    emu.next[b] := b = emu.chosen;
  end;
  ChangeAtOnce();
end;

-- Whether a blocked store of a CU waits for the band.
function Demanded(b: band): boolean;
begin
  return exists c: cu do exists l: line do Blocked(c, l) & BandAt(c, l) = b end end;
end;

-- The mapping may move by one: conflicts may be any wavefront's.
function MayMap(m: mapping): boolean;
begin
  return exists c: cu do UsedCu(c) & (m = unit[c].map | m = unit[c].map + 1 | m = unit[c].map - 1) end;
end;

procedure Grant(b: band; m: mapping);
begin
  for x: band do
    emu.next[x] := x = b;
  end;
  emu.next_map := m;
  ChangeAtOnce();
end;

ruleset b: band; m: mapping do
  fair rule "a demanded epoch"
    STEPS = 0 & (FORM = ES | FORM = AB) & Demanded(b) & MayMap(m)
  ==>
  begin
    Grant(b, m);
  end;

  rule "an epoch that another demands"
    STEPS = 0 & FORM != NV & emu.others > 0 & IsBand(b) & MayMap(m)
    & exists x: band do Live(x) end
  ==>
  begin
    emu.others := emu.others - 1;
    Grant(b, m);
  end;
end;

function Within(b: band; n: band_number): boolean;
begin
  return n / Power(b) % 2 = 1;
end;

ruleset n: band_number; m: mapping do
  fair rule "demanded epochs"
    STEPS = 0 & FORM = MB & n > 0 & MayMap(m)
    & forall b: band do Within(b, n) -> Demanded(b) end
  ==>
  begin
    for b: band do
      emu.next[b] := Within(b, n);
    end;
    emu.next_map := m;
    ChangeAtOnce();
  end;
end;

-- ---- the machine interface ----

procedure MachineStart();
var i: 0 .. LINES;
begin
  WaitsStart();
  undefine slot;
  undefine l1;
  undefine demand_line;
  undefine conflict_line;
  undefine emu;
  undefine carried;
  i := 0;
  for l: line do
    address[l] := i;
    i := i + 1;
    for w: word do
      l2[l][w] := Initial(l, w);
    end;
    for c: cu do
      l1[c][l].valid := false;
      for w: word do
        slot[c][l][w].state := FREE;
      end;
    end;
  end;
  emu.phase := SLEEPING;
  emu.chosen := 0;
  emu.next_map := 0;
  emu.shift := 0;
  emu.others := OTHERS;
  for b: band do
    emu.next[b] := b = 0;
    emu.erv[b] := false;
  end;
  for c: cu do
    emu.got[c] := false;
    prepare[c] := false;
    ready_ack[c] := false;
    change[c] := false;
    done_ack[c] := false;
    conflict[c] := false;
    unit[c].map := 0;
    unit[c].stopped := false;
    unit[c].acked := false;
    unit[c].done := 0;
    for s: set do
      unit[c].seen[s] := false;
    end;
    ForgetDemands(c);
    for b: band do
      unit[c].epoch[b] := b = 0;
      demand[c][b] := false;
      demand_ack[c][b] := false;
    end;
  end;
end;

-- Whether t can do nothing between issuing o and its answer.
function AtOnce(t: thread; o: operation; after: boolean): boolean;
begin
  return AT_ONCE = 1 & (Acquires(o) | Order(o) = SEQ_CST | NextWaits(t, after));
end;

-- The coalescer holds a request to an address with an older one outstanding.
function Holds(c: cu; l: line; w: word): boolean;
begin
  return slot[c][l][w].state != FREE;
end;

-- A band can be read in any epoch (ER4).
function AcceptsRead(c: cu; l: line; w: word): boolean;
begin
  return !Holds(c, l, w);
end;

-- A store that has to wait needs room in the BSQ, or stalls its thread.
function AcceptsWrite(c: cu; l: line; w: word): boolean;
begin
  return !Holds(c, l, w) & ((Current(c, l) & Open(c)) | BlockedStores(c) < BSQ);
end;

function AcceptsAccess(t: thread; o: operation): boolean;
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o) do
    return Kind(o) = LOAD ? AcceptsRead(c, l, w) : AcceptsWrite(c, l, w);
  end;
end;

procedure StartLoad(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o); s: slot[c][l][w] do
    SendConflict(c, l);
    if Cacheable(c, l) & l1[c][l].valid then
      cover "L1 V Load" true;
      TouchSet(c, l);
      Complete(t, g, l1[c][l].data[w]);
    elsif !Changing(l) then
      Complete(t, g, l2[l][w]);
    else
      Issued(t, o);
      s.load := true;
      s.binds := true;
      s.sender := t;
      s.answer := g;
      if Cacheable(c, l) then
        L1Load(c, l, w);
      else
        L1LoadU(c, l, w);
      end;
      if AtOnce(t, o, false) then
        LoadAtOnce(c, l, w);
      end;
    end;
  end;
end;

procedure StartStore(t: thread; o: operation; g: tag);
begin
  alias c: CuOf(t); l: LineOf(o); w: WordOf(o); s: slot[c][l][w] do
    Issued(t, o);
    s.load := false;
    s.binds := true;
    s.sender := t;
    if Kind(o) = RMW then
      s.answer := g;
    end;
    s.what := o;
    if STEPS = 1 & Current(c, l) & Open(c) then
      L1Store(c, l, w);
    else
      s.state := BLOCKED;
      SendDemand(c, l);
      if Current(c, l) & AtOnce(t, o, false) then
        PerformAtOnce(c, l, w);
      end;
    end;
  end;
end;

procedure IssueAccess(t: thread; o: operation; g: tag);
begin
  switch Kind(o)
    case LOAD: StartLoad(t, o, g);
    else StartStore(t, o, g);
  end;
  Settle(LineOf(o));
end;

-- One of a current band would change nothing.
function AcceptsPrefetch(c: cu; l: line; w: word): boolean;
begin
  return AcceptsRead(c, l, w) & !l1[c][l].valid & Cacheable(c, l) & Touched(c, l) & Changing(l);
end;

procedure Prefetch(c: cu; l: line; w: word);
begin
  slot[c][l][w].load := true;
  slot[c][l][w].binds := false;
  SendConflict(c, l);
  L1Load(c, l, w);
  if STEPS = 0 then
    LoadAtOnce(c, l, w);
  end;
end;

procedure Unwanted(c: cu; l: line);
begin
  if l1[c][l].valid then
    DropCopy(c, l);
  end;
  if STEPS = 0 then PrefetchesOfTouched(c); end;
end;

function Quiescent(): boolean;
begin
  return forall c: cu do forall l: line do forall w: word do slot[c][l][w].state = FREE end end end;
end;

function FinalValue(l: line; w: word): value; begin return l2[l][w]; end;
function Latest(l: line; w: word): value;     begin return l2[l][w]; end;

function MayRead(c: cu; l: line; w: word): boolean;
begin
  return l1[c][l].valid & Cacheable(c, l) & !Holds(c, l, w);
end;

function CopyValue(c: cu; l: line; w: word): value;
begin
  return l1[c][l].data[w];
end;

-- Permission to write is an epoch's, not a CU's: any number of CUs have it.
function MayWrite(c: cu; l: line): boolean;
begin
  return Current(c, l) & Open(c);
end;
