-- SPDX-License-Identifier: BSD-2-Clause
-- why: the insertion of checker/store/table_inline.h: whatever the threads do, a key has one number, and nobody reads a key that is not written yet.
--
-- Threads put keys in an index whose slots hold numbers, in lines; the key of a
-- number lies in an array beside.  A thread reads the slots of a line, each
-- once and in any order, and compares the keys of those that it saw filled.
-- If there is none like its own and it saw an empty slot, it writes the key
-- under a number of its own, then swaps the number into the first slot that it
-- saw empty; where another was first, it looks again.  From a full line it goes
-- on to the next.  When all are done, table_renumber moves the last keys into the
-- gaps that unused numbers left.
--
-- Writes to the array reach the others late: `delayed` holds them, until the
-- swap releases them (RELEASE) or at any moment.
--
-- Mutants (each breaks a property): --const RELEASE=0; --const RECHECK=0, a
-- thread that lost its swap goes on to the next line; --const ONCE=0, a thread
-- reads each slot twice, once to compare it and once to see whether it is
-- empty; --const FIRST=0, it swaps into any slot that it saw empty; --const
-- MOVE=0, the renumbering forgets to move.
const
  THREADS: 2;
  KEYS: 3;
  LINES: 2;
  WIDTH: 2;       -- slots of a line
  INSERTIONS: 3;  -- by all threads, each
  RELEASE: 1;
  RECHECK: 1;
  ONCE: 1;
  FIRST: 1;
  MOVE: 1;
  NONE: 0;
  UNREAD: 1 + THREADS * INSERTIONS;

type
  thread: scalarset(THREADS);
  key: 1..KEYS;
  number: 0..THREADS * INSERTIONS;  -- NONE, or a number from 1
  line: 0..LINES - 1;
  place: 0..WIDTH - 1;
  step: enum { Idle, Look, Compare, Write, Swap };

var
  slots: array [line] of array [place] of number;
  keys: array [number] of 0..KEYS;     -- NONE: not written, as others see it
  reserved: number;
  renumbered: boolean;

  at: array [thread] of step;
  wanted: array [thread] of key;
  here: array [thread] of line;
  seen: array [thread] of array [place] of 0..UNREAD;
  empty: array [thread] of array [place] of boolean;
  chosen: array [thread] of place;     -- where it will swap
  mine: array [thread] of number;      -- reserved and unpublished
  delayed: array [thread] of 0..KEYS;  -- the key under `mine`, not yet seen by others
  done: array [thread] of 0..INSERTIONS;
  found: array [key] of number;        -- what insertions of the key returned

function IsGap(n: number): boolean;
begin
  return exists t: thread do mine[t] = n end;
end;

procedure Rest(t: thread);
begin
  undefine seen[t];
  undefine empty[t];
  undefine chosen[t];
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
  undefine here[t];
  Rest(t);
end;

procedure LookAt(t: thread; l: line);
begin
  Rest(t);
  here[t] := l;
  for p: place do
    seen[t][p] := UNREAD;
  end;
  at[t] := Look;
end;

startstate "an empty table" begin
  clear slots;
  clear keys;
  clear mine;
  clear delayed;
  clear done;
  clear found;
  reserved := NONE;
  renumbered := false;
  for t: thread do
    at[t] := Idle;
  end;
end;

ruleset t: thread do
  -- All keys have one home, so that it overflows.
  ruleset k: key do
    rule "insert" at[t] = Idle & done[t] < INSERTIONS ==> begin
      wanted[t] := k;
      LookAt(t, 0);
    end;
  end;

  ruleset p: place do
    rule "read a slot" at[t] = Look & seen[t][p] = UNREAD ==> begin
      seen[t][p] := slots[here[t]][p];
      if ONCE = 1 then
        empty[t][p] := seen[t][p] = NONE;
      end;
    end;

    rule "read a slot again" ONCE = 0 & at[t] = Look & seen[t][p] != UNREAD & isundefined(empty[t][p]) ==> begin
      empty[t][p] := slots[here[t]][p] = NONE;
    end;

    rule "choose a slot"
      at[t] = Compare & empty[t][p] & (FIRST = 0 | forall q: place do q < p -> !empty[t][q] end)
    ==> begin
      chosen[t] := p;
      at[t] := Write;
    end;
  end;

  rule "compare the keys" at[t] = Look & forall p: place do seen[t][p] != UNREAD & !isundefined(empty[t][p]) end ==> begin
    for p: place do
      if at[t] = Look & seen[t][p] != NONE then
        assert "an unwritten key is never read" keys[seen[t][p]] != NONE;
        if keys[seen[t][p]] = wanted[t] then
          Finish(t, seen[t][p]);
        end;
      end;
    end;
    if at[t] = Look then
      at[t] := Compare;
    end;
  end;

  rule "go on from a full line" at[t] = Compare & forall p: place do !empty[t][p] end ==> begin
    LookAt(t, (here[t] + 1) % LINES);
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
    if slots[here[t]][chosen[t]] = NONE then
      n := mine[t];
      slots[here[t]][chosen[t]] := n;
      if delayed[t] = NONE then
        mine[t] := NONE;
      end;
      Finish(t, n);
    elsif RECHECK = 1 then
      LookAt(t, here[t]);
    else
      LookAt(t, (here[t] + 1) % LINES);
    end;
  end;
end;

-- The first gap takes the last key, unless that is a gap too: then the end is
-- given back.
rule "renumber" !renumbered & forall t: thread do at[t] = Idle & done[t] = INSERTIONS & delayed[t] = NONE end ==> begin
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
        for l: line do
          for p: place do
            if slots[l][p] = reserved then
              slots[l][p] := gap;
            end;
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
  renumbered := true;
  clear found;
end;

rule "nothing is left to do" renumbered ==> begin end;

invariant "each key has one number"
  forall l: line do forall p: place do forall m: line do forall q: place do
    (l != m | p != q) & slots[l][p] != NONE & slots[m][q] != NONE & keys[slots[l][p]] != NONE ->
      keys[slots[l][p]] != keys[slots[m][q]]
  end end end end;

invariant "a line is filled from its first slot on"
  forall l: line do forall p: place do p > 0 & slots[l][p] != NONE -> slots[l][p - 1] != NONE end end;

invariant "renumbered numbers are dense"
  renumbered -> forall n: number do
    n = NONE | ((n <= reserved) = (exists l: line do exists p: place do slots[l][p] = n end end & keys[n] != NONE))
  end;

cover "a line overflows" exists p: place do slots[1][p] != NONE end;
cover "a swap is lost" exists t: thread do at[t] = Swap & slots[here[t]][chosen[t]] != NONE end;
