-- SPDX-License-Identifier: BSD-2-Clause
-- An L2 has no more under way than its resources allow (models/lib/parts/l2-resources.m),
-- counted by what there is and not as the guards count.  The bounds.m of gpu-vi,
-- gpu-vini and mesi include it, and give
--   function L2Has(s: l2_state; r: counted_resource): boolean
--                                    what a line in that state has.

type
  counted_resource: enum { WAY, REGISTER, VICTIM, ENTRY };  -- ENTRY: of gpu-vini's directory

function Taken(r: counted_resource): 0 .. LINES;
var n: 0 .. LINES;
begin
  n := 0;
  for l: line do
    if L2Has(l2[l].state, r) then n := n + 1; end;
  end;
  return n;
end;

invariant "the L2 has no more lines than ways" Taken(WAY) <= WAYS;
invariant "the L2 has no more misses than miss registers" Taken(REGISTER) <= MSHRS;
invariant "the L2 recalls no more lines than its victim buffer holds" Taken(VICTIM) <= VICTIMS;
