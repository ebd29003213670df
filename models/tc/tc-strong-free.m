-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong (tc.m) under the free driver: the thesis's rules and properties,
-- one by one.  Stores run out, so the end of every run is a state in which
-- nothing but load hits is left.
--
-- With LETTER=1 Rule #5 is violated: a private write.  With LCC=1,
-- PRIVATE_WRITE=0 and EVICT_UNEXPIRED=0 it is LCC, and Rule #5 holds to the letter.
--
-- why: TC-Strong keeps Rules #1 to #5 and Properties #1 to #3 over all programs of two stores
-- options: --const STRONG=1 --const FOLDED=0 --const ORDERS=0 --const THREADS=3 --deadlock stuck
-- expect: verdict=holds states=67282 rules=296617
-- expect-exact: states=34203 rules=152255
include "../lib/orders.m"
include "../lib/free.m"
include "tc.m"
include "../../invariants/tc-rule-1.m"
include "../../invariants/tc-rule-2.m"
include "../../invariants/tc-rule-3.m"
include "../../invariants/tc-rule-4.m"
include "../../invariants/tc-rule-5.m"
include "../../invariants/tc-property-1.m"
include "../../invariants/tc-property-2.m"
include "../../invariants/tc-property-3.m"
include "../../invariants/tc-fence.m"
include "../../invariants/data-value.m"

procedure ObserveStart();
begin
  FenceStart();
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  CheckRule5(l);
  CheckProperty1(t, l);
  CheckProperty2(t, l);
  FenceStore(t, l, w, v);
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
