-- Two processes and a lock, first attempt.
const
  PROCESSES: 2;

type
  process: scalarset(PROCESSES);
  place: enum { outside, waiting, inside };

var
  at: array [process] of place;
  locked: boolean;

startstate "all outside" begin
  for p: process do
    at[p] := outside;
  end;
  locked := false;
end;

ruleset p: process do

  rule "ask" at[p] = outside ==> begin
    at[p] := waiting;
  end;

  -- The lock is tested by whoever waits, and taken later.
  rule "enter" at[p] = waiting & !locked ==> begin
    at[p] := inside;
  end;

  rule "lock" at[p] = inside & !locked ==> begin
    locked := true;
  end;

  rule "leave" at[p] = inside ==> begin
    at[p] := outside;
    locked := false;
  end;

end;

invariant "mutual exclusion"
  forall p: process do forall q: process do
    p != q -> !(at[p] = inside & at[q] = inside)
  end end;
