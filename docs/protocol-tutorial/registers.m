-- SPDX-License-Identifier: BSD-2-Clause
-- No L1 has more misses outstanding than it has registers.  No program can see it.

function Outstanding(c: cu): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    switch l1[c][l].state case IS, IM, IS_I: n := n + 1; end;
  end;
  return n;
end;

invariant "no more misses than registers"
  forall c: cu do Outstanding(c) <= REGISTERS end;
