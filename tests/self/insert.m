-- why: the insertion of checker/engine/table_inline.h: whatever the threads do, a key has one number, and nobody reads a key that is not written yet.
--
-- Threads put keys in an open-addressing index whose slots hold numbers; the
-- key of a number lies in an array beside.  A thread writes the key under a
-- number of its own, then swaps the number into an empty slot; where another
-- was first, it looks whether that one has the same key, and goes on, its
-- number unused.  When all are done, table_settle moves the last keys into
-- the gaps that unused numbers left.
--
-- Writes to the array reach the others late: `delayed` holds them, until the
-- swap releases them (RELEASE) or at any moment.
--
-- Mutants (each breaks a property): --const RELEASE=0; --const RECHECK=0, a
-- thread that lost its swap goes on without comparing keys; --const MOVE=0,
-- the settling forgets to move.
const
  THREADS: 3;
  KEYS: 3;
  SLOTS: 4;
  INSERTIONS: 2;  -- by all threads, each
  RELEASE: 1;
  RECHECK: 1;
  MOVE: 1;
  NONE: 0;

type
  thread: scalarset(THREADS);
  key: 1..KEYS;
  number: 0..THREADS * INSERTIONS;  -- NONE, or a number from 1
  slot: 0..SLOTS - 1;
  step: enum { Idle, Probe, Compare, Write, Swap };

var
  slots: array [slot] of number;
  keys: array [number] of 0..KEYS;     -- NONE: not written, as others see it
  reserved: number;
  settled: boolean;

  at: array [thread] of step;
  wanted: array [thread] of key;
  place: array [thread] of slot;
  mine: array [thread] of number;      -- reserved and unpublished
  delayed: array [thread] of 0..KEYS;  -- the key under `mine`, not yet seen by others
  done: array [thread] of 0..INSERTIONS;
  found: array [key] of number;        -- what insertions of the key returned

-- Two of the keys share a home.
function Home(k: key): slot;
begin
  return k / 2 % SLOTS;
end;

function IsGap(n: number): boolean;
begin
  return exists t: thread do mine[t] = n end;
end;

procedure Finish(t: thread; n: number);
begin
  if found[wanted[t]] = NONE then
    found[wanted[t]] := n;
  end;
  assert "who inserts one key gets one number" found[wanted[t]] = n;
  at[t] := Idle;
  done[t] := done[t] + 1;
  undefine wanted[t];
  undefine place[t];
end;

procedure GoOn(t: thread);
begin
  place[t] := (place[t] + 1) % SLOTS;
  at[t] := Probe;
end;

startstate "an empty table" begin
  clear slots;
  clear keys;
  clear mine;
  clear delayed;
  clear done;
  clear found;
  reserved := NONE;
  settled := false;
  for t: thread do
    at[t] := Idle;
  end;
end;

ruleset t: thread do
  ruleset k: key do
    rule "insert" at[t] = Idle & done[t] < INSERTIONS ==> begin
      wanted[t] := k;
      place[t] := Home(k);
      at[t] := Probe;
    end;
  end;

  rule "load the slot" at[t] = Probe ==> begin
    at[t] := slots[place[t]] = NONE ? Write : Compare;
  end;

  rule "compare the key" at[t] = Compare ==>
  var n: number;
  begin
    n := slots[place[t]];
    assert "an unwritten key is never read" keys[n] != NONE;
    if keys[n] = wanted[t] then
      Finish(t, n);
    else
      GoOn(t);
    end;
  end;

  rule "write the key under a number of one's own" at[t] = Write ==> begin
    if mine[t] = NONE then
      reserved := reserved + 1;
      mine[t] := reserved;
    end;
    delayed[t] := wanted[t];
    at[t] := Swap;
  end;

  rule "the write reaches the others" delayed[t] != NONE ==> begin
    keys[mine[t]] := delayed[t];
    delayed[t] := NONE;
  end;

  rule "swap the slot" at[t] = Swap & (RELEASE = 0 | delayed[t] = NONE) ==>
  var n: number;
  begin
    if slots[place[t]] = NONE then
      n := mine[t];
      slots[place[t]] := n;
      if delayed[t] = NONE then
        mine[t] := NONE;
      end;
      Finish(t, n);
    elsif RECHECK = 1 then
      at[t] := Compare;
    else
      GoOn(t);
    end;
  end;
end;

-- The first gap takes the last key, unless that is a gap too: then the end is
-- given back.
rule "settle" !settled & forall t: thread do at[t] = Idle & done[t] = INSERTIONS & delayed[t] = NONE end ==> begin
  for gap: number do
    for n: number do
      if reserved != NONE & IsGap(reserved) then
        keys[reserved] := NONE;
        reserved := reserved - 1;
      end;
    end;
    if gap != NONE & gap < reserved & IsGap(gap) then
      if MOVE = 1 then
        keys[gap] := keys[reserved];
        for s: slot do
          if slots[s] = reserved then
            slots[s] := gap;
          end;
        end;
      end;
      for t: thread do
        if mine[t] = gap then
          mine[t] := NONE;
        end;
      end;
      keys[reserved] := NONE;
      reserved := reserved - 1;
    end;
  end;
  clear mine;
  settled := true;
  clear found;
end;

rule "nothing is left to do" settled ==> begin end;

invariant "each key has one number"
  forall s: slot do forall u: slot do
    s != u & slots[s] != NONE & slots[u] != NONE & keys[slots[s]] != NONE -> keys[slots[s]] != keys[slots[u]]
  end end;

invariant "settled numbers are dense"
  settled -> forall n: number do
    n = NONE | ((n <= reserved) = (exists s: slot do slots[s] = n & keys[n] != NONE end))
  end;
