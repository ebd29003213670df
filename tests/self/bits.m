-- why: the insertion of checker/store/bits.h: whatever the threads do, a state that was put in is known from then on, and one that is new to nobody had all its bits from states that were.
--
-- A line of bits; each state has two of them, the third state one of the first
-- and one of the second.  A thread reads its state's bits one after the other,
-- and where one is not set, sets them one after the other, each by a
-- fetch-or; the state is new when one of them was not set before.  That it may
-- be new to two threads is a cover: it can happen, and must be allowed for.
--
-- Mutants: --const ATOMIC=0, the word is read and written in two steps;
-- --const ANY=0, only the last bit says whether the state is new.
const
  THREADS: 3;
  STATES: 3;
  BITS: 3;
  ATOMIC: 1;
  ANY: 1;

type
  thread: scalarset(THREADS);
  state: 0..STATES - 1;
  bit: 0..BITS - 1;
  word: array [bit] of boolean;
  step: enum { Idle, First, Second, SetFirst, SetSecond, Done };

var
  line: word;
  first: array [state] of 0..THREADS;
  asked: array [state] of boolean;    -- by a thread that is done

  at: array [thread] of step;
  wanted: array [thread] of state;
  new: array [thread] of boolean;     -- one of the bits was not set before
  writing: array [thread] of boolean; -- ATOMIC=0: between the reading and the writing
  copy: array [thread] of word;

function BitOf(s: state; second: boolean): bit;
begin
  return second ? (s + 1) % BITS : s;
end;

procedure Finish(t: thread; is_new: boolean);
begin
  if is_new then
    first[wanted[t]] := first[wanted[t]] + 1;
  end;
  asked[wanted[t]] := true;
  undefine wanted[t];
  undefine new[t];
  at[t] := Done;
end;

procedure SetBit(t: thread; b: bit; last: boolean);
begin
  if ANY = 1 | last then
    new[t] := new[t] | !line[b];
  end;
  if ATOMIC = 1 then
    line[b] := true;
  else
    line := copy[t];
    line[b] := true;
    undefine copy[t];
    writing[t] := false;
  end;
  if last then
    Finish(t, new[t]);
  else
    at[t] := SetSecond;
  end;
end;

startstate "no bits" begin
  clear line;
  clear first;
  clear asked;
  for t: thread do
    at[t] := Idle;
    writing[t] := false;
  end;
end;

ruleset t: thread do
  ruleset s: state do
    rule "put in" at[t] = Idle ==> begin
      wanted[t] := s;
      new[t] := false;
      at[t] := First;
    end;
  end;

  rule "read a bit" at[t] = First ==> begin
    at[t] := line[BitOf(wanted[t], false)] ? Second : SetFirst;
  end;

  rule "read the other" at[t] = Second ==> begin
    if line[BitOf(wanted[t], true)] then
      Finish(t, false);
    else
      at[t] := SetFirst;
    end;
  end;

  rule "copy the word" ATOMIC = 0 & (at[t] = SetFirst | at[t] = SetSecond) & !writing[t] ==> begin
    copy[t] := line;
    writing[t] := true;
  end;

  rule "set a bit" (at[t] = SetFirst | at[t] = SetSecond) & (ATOMIC = 1 | writing[t]) ==> begin
    SetBit(t, BitOf(wanted[t], at[t] = SetSecond), at[t] = SetSecond);
  end;
end;

invariant "what was put in is known"
  forall s: state do asked[s] -> line[BitOf(s, false)] & line[BitOf(s, true)] end;

invariant "no new state is lost"
  (forall t: thread do at[t] = Idle | at[t] = Done end) ->
  forall s: state do
    asked[s] & first[s] = 0 ->
    forall second: boolean do
      exists other: state do
        first[other] > 0 & (BitOf(other, false) = BitOf(s, second) | BitOf(other, true) = BitOf(s, second))
      end
    end
  end;

cover "a state is new to two threads" exists s: state do first[s] = 2 end;
cover "a state is omitted" exists s: state do asked[s] & first[s] = 0 end;
