-- A lock that is taken in one step, and who is served by it.
const N: 2;
type
  process: scalarset(N);
  place: enum { outside, waiting, inside };
var
  at: array [process] of place;
  taken: boolean;
startstate "all outside"
  for p: process do at[p] := outside; end;
  taken := false;
end;
ruleset p: process do
  rule "ask" at[p] = outside ==> at[p] := waiting; end;
  strong fair rule "enter" at[p] = waiting & !taken ==>
    at[p] := inside;
    taken := true;
  end;
  fair rule "leave" at[p] = inside ==>
    at[p] := outside;
    taken := false;
  end;
end;
invariant "one at a time" forall p: process do forall q: process do at[p] = inside & at[q] = inside -> p = q end end;
ruleset p: process do
  leadsto "served" { at[p] = waiting } { at[p] = inside };
end;
