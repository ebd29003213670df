-- SPDX-License-Identifier: BSD-2-Clause
-- What holds of STC's caches in every state, under any driver;
-- figure-2.m checks it too.
include "../../invariants/data-value.m"
include "../../invariants/stc-er1.m"
include "../../invariants/stc-er2.m"
include "../../invariants/stc-er3.m"

-- A store that waits for its band is in the BSQ, which has so many entries.
function StoresInBsq(c: cu): 0 .. LINES * WORDS;
var stores: 0 .. LINES * WORDS;
begin
  stores := 0;
  for l: line do
    for w: word do
      if slot[c][l][w].state = BLOCKED then stores := stores + 1; end;
    end;
  end;
  return stores;
end;

-- (Reduced, those that are on their way count as blocked.)
invariant "a BSQ holds no more stores than it has entries"
  STEPS = 1 -> forall c: cu do StoresInBsq(c) <= BSQ end;
