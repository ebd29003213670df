-- Two processes and a lock, second attempt.
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

  rule "enter" at[p] = waiting & !locked ==> begin
    at[p] := inside;
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

-- Everyone can always get in again.
ruleset p: process do
  liveness "service" at[p] = inside
end;

cover "the lock is contended" locked & exists p: process do at[p] = waiting end;
