-- why: Dekker's algorithm, step by step over an enum of program counters; mutual exclusion, and each can always enter.
-- expect: verdict=holds states=100 rules=188 depth=21
type
  process: 0 .. 1;
  counter: enum { Idle, Raise, Look, Turn, Lower, Wait, Again, Critical, Pass };
var
  at: array [process] of counter;
  wants: array [process] of boolean;
  turn: process;

startstate begin
  for p: process do at[p] := Idle; wants[p] := false; end;
  turn := 0;
end;

ruleset p: process do
  alias me: at[p]; other: 1 - p do
    rule "begin" me = Idle ==> begin me := Raise; end;
    rule "raise" me = Raise ==> begin wants[p] := true; me := Look; end;
    rule "look" me = Look ==> begin me := wants[other] ? Turn : Critical; end;
    rule "turn" me = Turn ==> begin me := turn = p ? Look : Lower; end;
    rule "lower" me = Lower ==> begin wants[p] := false; me := Wait; end;
    rule "wait" me = Wait & turn = p ==> begin me := Raise; end;
    rule "leave" me = Critical ==> begin turn := other; me := Pass; end;
    rule "pass" me = Pass ==> begin wants[p] := false; me := Idle; end;
  end;
end;

invariant "mutual exclusion" !(at[0] = Critical & at[1] = Critical);
ruleset p: process do
  liveness "each can enter" at[p] = Critical;
end;
