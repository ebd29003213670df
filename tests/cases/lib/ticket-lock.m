-- SPDX-License-Identifier: BSD-2-Clause
-- A ticket lock of three, and how often who waits is overtaken; a case says what OVERTAKING is.
const N: 3;
type thread: 0 .. N - 1;
include "../../../models/lib/overtaking.m"
var next, turn: thread; ticket: array [thread] of thread; at: array [thread] of enum { Out, Waits, In };
startstate "free"
  next := 0; turn := 0;
  for t: thread do at[t] := Out; end;
  OvertakingStart();
end;
ruleset t: thread do
  rule "ask" at[t] = Out ==> ticket[t] := next; next := (next + 1) % N; at[t] := Waits; BeginsToWait(t); end;
  fair rule "enter" at[t] = Waits & (isundefined(ticket[t]) ? false : ticket[t] = turn) ==> undefine ticket[t]; at[t] := In; GetsIn(t); end;
  fair rule "leave" at[t] = In ==> at[t] := Out; turn := (turn + 1) % N; end;
  leadsto "who asks gets in" { at[t] = Waits } { at[t] = In };
end;
