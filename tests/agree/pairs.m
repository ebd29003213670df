-- SPDX-License-Identifier: BSD-2-Clause
-- Threads and tags, paired one to one: exchanging two threads changes the state
-- unless their tags are exchanged too.
const N: 6;
type
  thread: scalarset(N);
  tag: scalarset(N);
var
  holds: array [thread] of tag;
  step: array [thread] of 0..2;
startstate begin for t: thread do undefine holds[t]; step[t] := 0; end; end;
ruleset t: thread do
  ruleset g: tag do
    rule "take" isundefined(holds[t]) & forall u: thread do !isundefined(holds[u]) -> holds[u] != g end ==> begin holds[t] := g; end;
  end;
  rule "go" !isundefined(holds[t]) & step[t] < 2 ==> begin step[t] := step[t] + 1; end;
  rule "drop" step[t] = 2 ==> begin undefine holds[t]; step[t] := 0; end;
end;
