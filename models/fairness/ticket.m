-- SPDX-License-Identifier: BSD-2-Clause
-- A ticket lock: who asks takes a number, and enters when it is served.  Numbers
-- go round, since no more than N are out at once.
--
-- why: weak fairness suffices, for a number that is served stays so until its holder has left.
-- expect: verdict=holds states=93 rules=252
-- expect-property: served=holds
-- expect-property: in order=holds
const
  N: 3;
type
  process: 0 .. N - 1;
  number: 0 .. N - 1;
  place: enum { Outside, Waits, Inside };
var
  at: array [process] of place;
  mine: array [process] of number;
  next, serving: number;
startstate "all outside"
  for p: process do at[p] := Outside; end;
  undefine mine;
  next := 0;
  serving := 0;
end;
ruleset p: process do
  rule "work outside" at[p] = Outside ==> begin end;
  rule "ask" at[p] = Outside ==>
    mine[p] := next;
    next := (next + 1) % N;
    at[p] := Waits;
  end;
  fair rule "enter" at[p] = Waits & mine[p] = serving ==> at[p] := Inside; end;
  fair rule "leave" at[p] = Inside ==>
    serving := (serving + 1) % N;
    undefine mine[p];
    at[p] := Outside;
  end;
  leadsto "served" { at[p] = Waits } { at[p] = Inside };
end;
-- Who asks first enters first.
ruleset p: process; q: process do
  ltl "in order" [] ({ at[p] = Waits & at[q] = Outside } -> !fires("enter", q) U(fires("enter", p) | [] { at[p] = Waits }));
end;
invariant "one at a time" forall p: process; q: process do at[p] = Inside & at[q] = Inside -> p = q end;
