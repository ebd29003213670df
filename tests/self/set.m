-- why: the insertion of checker/store/set.h: whatever the threads do, a key is new once, and lies in one slot.
--
-- Slots hold the keys themselves, in lines of LINE slots.  A thread reads the
-- slots of a line one after the other; it knows the key if it saw it, goes on
-- to the next line if it saw no empty slot, and else swaps the key into the
-- first empty slot from the start of the line on, looking at what it meets.
--
-- Mutants: --const ONCE=0, whether the line is full is read again, when it may
-- have been filled since the key was sought; --const RECHECK=0, a thread that
-- finds a slot taken does not look by whom.
const
  THREADS: 3;
  KEYS: 3;
  LINES: 2;
  LINE: 2;
  ONCE: 1;
  RECHECK: 1;
  NONE: 0;

type
  thread: scalarset(THREADS);
  key: 1..KEYS;
  slot: 0..LINES * LINE - 1;
  place: 0..LINES * LINE;
  step: enum { Idle, Look, Judge, Swap, Done };

var
  slots: array [slot] of 0..KEYS;
  first: array [key] of boolean;

  at: array [thread] of step;
  wanted: array [thread] of key;
  next: array [thread] of place;      -- the slot to read or to put into
  has: array [thread] of boolean;     -- the line at hand, as read so far
  open: array [thread] of boolean;

procedure BeginLine(t: thread; p: place);
begin
  assert "there is room" p < LINES * LINE;
  next[t] := p;
  has[t] := false;
  open[t] := false;
  at[t] := Look;
end;

procedure Finish(t: thread; new: boolean);
begin
  assert "a key is new once" new -> !first[wanted[t]];
  assert "what is known was new" !new -> exists s: slot do slots[s] = wanted[t] end;
  if new then
    first[wanted[t]] := true;
  end;
  undefine wanted[t];
  undefine next[t];
  undefine has[t];
  undefine open[t];
  at[t] := Done;
end;

startstate "an empty set" begin
  clear slots;
  clear first;
  for t: thread do
    at[t] := Idle;
  end;
end;

ruleset t: thread do
  ruleset k: key do
    rule "insert" at[t] = Idle ==> begin
      wanted[t] := k;
      BeginLine(t, 0);
    end;
  end;

  rule "read a slot" at[t] = Look ==> begin
    has[t] := has[t] | slots[next[t]] = wanted[t];
    open[t] := open[t] | slots[next[t]] = NONE;
    next[t] := next[t] + 1;
    if next[t] % LINE = 0 then
      at[t] := Judge;
    end;
  end;

  rule "judge the line" at[t] = Judge ==> begin
    if ONCE = 0 then
      open[t] := slots[next[t] - 1] = NONE;
    end;
    if has[t] then
      Finish(t, false);
    elsif open[t] then
      next[t] := next[t] - LINE;
      at[t] := Swap;
    else
      BeginLine(t, next[t]);
    end;
  end;

  rule "swap the key in" at[t] = Swap ==> begin
    assert "a slot is left" next[t] < LINES * LINE;
    if slots[next[t]] = NONE then
      slots[next[t]] := wanted[t];
      Finish(t, true);
    elsif RECHECK = 1 & slots[next[t]] = wanted[t] then
      Finish(t, false);
    else
      next[t] := next[t] + 1;
    end;
  end;
end;

invariant "a key lies in one slot"
  forall a: slot do forall b: slot do
    a != b & slots[a] != NONE -> slots[a] != slots[b]
  end end;
