-- SPDX-License-Identifier: BSD-2-Clause
-- Peterson's lock for two processes: who asks is served if every step that a
-- process is in the midst of is weakly fair.  To ask is nobody's duty.
--
-- why: weak fairness decides; without any the other process goes on alone for ever.
-- expect: verdict=holds states=20 rules=46
-- expect-property: served=holds
type
  process: 0..1;
  place: enum { Outside, Asks, Waits, Inside };
var
  at: array [process] of place;
  wants: array [process] of boolean;
  first: process;  -- who is let in first where both want
startstate "both outside"
  for p: process do
    at[p] := Outside;
    wants[p] := false;
  end;
  first := 0;
end;
ruleset p: process do
  rule "work outside" at[p] = Outside ==> begin end;
  rule "ask" at[p] = Outside ==>
    at[p] := Asks;
    wants[p] := true;
  end;
  fair rule "give way" at[p] = Asks ==>
    first := 1 - p;
    at[p] := Waits;
  end;
  fair rule "enter" at[p] = Waits & (!wants[1 - p] | first = p) ==> at[p] := Inside; end;
  fair rule "leave" at[p] = Inside ==>
    wants[p] := false;
    at[p] := Outside;
  end;
  leadsto "served" { at[p] = Asks } { at[p] = Inside };
end;
invariant "one at a time" !(at[0] = Inside & at[1] = Inside);
