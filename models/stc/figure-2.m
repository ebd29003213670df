-- SPDX-License-Identifier: BSD-2-Clause
-- Figure 2 of the STC paper as a script: two private caches, nine lines of
-- three bands, the accesses of two epochs, and the cache states drawn after
-- each, every cell an invariant.  The accesses of the two caches interleave in
-- every way, and messages take any time; what waits for what is said by the
-- script; each access is issued after the one before it, and the EMU wakes when
-- the epoch's accesses are issued and those that are not blocked are done.
--
-- The figure leaves open which cache blocks B3 in epoch A; epoch B unblocks it in PC2.
--
-- With SETS=9 the line B2 of PC2 is still V at the end of epoch B, since nothing
-- touches its set: invalidation is lazy, and the figure draws it at once.
--
-- why: Figure 2's cache states, cell by cell
-- runs: once
-- options: --const STEPS=1 --deadlock off --covers report
-- expect: verdict=holds states=632 rules=2381
include "../lib/orders.m"
include "../lib/operations.m"
include "../lib/drivers/no-program.m"
include "stc.m"
include "../../invariants/none.m"
include "epoch-rules.m"

const
  THREADS: 2;
  CUS: 2;
  LINES: 9;
  WORDS: 1;
  TAGS: 1;
  STORES: 4;

  A1: 0; A2: 1; A3: 2;
  B1: 3; B2: 4; B3: 5;
  D1: 6; D2: 7; D3: 8;
  LAST_STEP: 7;   -- of a cache, in both epochs

type
  thread: 0 .. THREADS - 1;
  cu: 0 .. CUS - 1;
  line: 0 .. LINES - 1;
  word: 0 .. WORDS - 1;
  value: 0 .. 2;
  tag: 0 .. TAGS - 1;
  step: 0 .. LAST_STEP;
  operation: record
    kind: kind_type;
    at: line;
    data: value;
  end;

var
  done: array [thread] of step;
  loading: array [thread] of boolean;

function Kind(o: operation): kind_type;   begin return o.kind;   end;
function Order(o: operation): order_type; begin return PLAIN;    end;
function LineOf(o: operation): line;      begin return o.at;     end;
function WordOf(o: operation): word;      begin return 0;        end;
function Stored(o: operation): value;     begin return o.data;   end;
function Result(o: operation; old: value): value;   begin return o.data; end;
function CuOf(t: thread): cu;              begin return t; end;
function Initial(l: line; w: word): value; begin return 0; end;
function EvictionsOn(): boolean;           begin return false; end;
procedure Complete(t: thread; g: tag; v: value);
begin
  loading[t] := false;
end;

-- Bands A, B and D are the first three.
procedure SetUnknown(var o: operation);
begin
  undefine o;
end;

function BandOf(l: line): line;
begin
  return l / 3;
end;

-- ---- the script ----

procedure Access(var o: operation; kind: kind_type; at: line; data: value);
begin
  o.kind := kind;
  o.at := at;
  o.data := data;
end;

procedure Script(t: thread; s: step; var o: operation);
begin
  if t = 0 then
    switch s
      case 0: Access(o, LOAD, A1, 0);
      case 1: Access(o, LOAD, B1, 0);
      case 2: Access(o, STORE, A3, 1);
      case 3: Access(o, STORE, D3, 1);
      case 4: Access(o, LOAD, B1, 0);
      case 5: Access(o, LOAD, D1, 0);
    end;
  else
    switch s
      case 0: Access(o, LOAD, A2, 0);
      case 1: Access(o, LOAD, B2, 0);
      case 2: Access(o, STORE, A3, 2);
      case 3: Access(o, STORE, B3, 2);
      case 4: Access(o, LOAD, A2, 0);
      case 5: Access(o, LOAD, D2, 0);
    end;
  end;
end;

-- How many accesses of t belong to epoch A; how many there are.
function InEpochA(t: thread): step; begin return t = 0 ? 3 : 4; end;
function Last(t: thread): step;     begin return 6; end;

function Settled(): boolean;
begin
  return emu.phase = SLEEPING
       & forall c: cu do forall l: line do
           slot[c][l][0].state = FREE | (slot[c][l][0].state = BLOCKED & !Current(c, l))
         end end;
end;

function EndOfA(): boolean;
begin
  return Settled() & emu.chosen = 0 & forall t: thread do done[t] = InEpochA(t) end;
end;

function EndOfB(): boolean;
begin
  return Settled() & emu.chosen = 1 & forall t: thread do done[t] = Last(t) end;
end;

startstate "before epoch A"
begin
  MachineStart();
  for t: thread do
    done[t] := 0;
    loading[t] := false;
  end;
end;

ruleset t: thread do
  rule "access"
    done[t] < Last(t) & emu.phase = SLEEPING
    & (done[t] < InEpochA(t) ? emu.chosen = 0 : emu.chosen = 1)
  ==>
  var o: operation;
  begin
    Script(t, done[t], o);
    if Accepts(t, o) & !loading[t] then
      done[t] := done[t] + 1;
      loading[t] := o.kind = LOAD;
      Issue(t, o, 0);
    end;
  end;
end;

-- The EMU wakes at the end of epoch A alone.
assume "the EMU wakes when epoch A's accesses are done"
  emu.phase != SLEEPING -> emu.chosen = 1 & forall t: thread do done[t] = InEpochA(t) & !loading[t] end
  & forall c: cu do Drained(c) end;

-- ---- the figure ----

cover "Figure 2 (a) is reached" EndOfA();
cover "Figure 2 (b) is reached" EndOfB();

-- A line that is neither valid nor has an access outstanding is in I.
invariant "Figure 2 (a) PC1 A1: I" EndOfA() -> LineState(0, A1) = I;
invariant "Figure 2 (a) PC1 B1: V" EndOfA() -> LineState(0, B1) = V;
invariant "Figure 2 (a) PC2 A2: I" EndOfA() -> LineState(1, A2) = I;
invariant "Figure 2 (a) PC2 B2: V" EndOfA() -> LineState(1, B2) = V;
invariant "Figure 2 (a) store A3 of both issued"
  EndOfA() -> l2[A3][0] != 0 & slot[0][A3][0].state = FREE & slot[1][A3][0].state = FREE;
invariant "Figure 2 (a) PC2 store B3 blocked" EndOfA() -> slot[1][B3][0].state = BLOCKED;

invariant "Figure 2 (b) PC1 A1: I" EndOfB() -> LineState(0, A1) = I;
invariant "Figure 2 (b) PC1 B1: I" EndOfB() -> LineState(0, B1) = I;
invariant "Figure 2 (b) PC1 D1: V" EndOfB() -> LineState(0, D1) = V;
invariant "Figure 2 (b) PC2 A2: V" EndOfB() -> LineState(1, A2) = V;
invariant "Figure 2 (b) PC2 B2: I" EndOfB() -> LineState(1, B2) = I;
invariant "Figure 2 (b) PC2 D2: V" EndOfB() -> LineState(1, D2) = V;
invariant "Figure 2 (b) PC1 store D3 blocked" EndOfB() -> slot[0][D3][0].state = BLOCKED;
invariant "Figure 2 (b) PC2 store B3 unblocked" EndOfB() -> slot[1][B3][0].state = FREE & l2[B3][0] = 2;
