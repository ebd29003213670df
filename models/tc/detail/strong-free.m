-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong with the transient states of its tables (strong.m): the thesis's rules
-- and properties, one by one, with the free driver.
--
-- why: the tables of TC-Strong keep Rules #1 to #5 and Properties #1 to #3 over all programs of two stores
-- options: --const ORDERS=0 --const LEASE=1 --deadlock stuck --covers report
-- expect: verdict=holds states=27885 rules=118671
-- expect-exact: states=13956 rules=59411
include "../../lib/orders.m"
include "../../lib/free.m"
include "strong.m"
include "../../../invariants/tc-rule-1.m"
include "../../../invariants/tc-rule-2.m"
include "../../../invariants/tc-rule-3.m"
include "../../../invariants/tc-rule-4.m"
include "../../../invariants/tc-rule-5.m"
include "../../../invariants/tc-property-1.m"
include "../../../invariants/tc-property-2.m"
include "../../../invariants/tc-property-3.m"
include "../../../invariants/tc-fence.m"
include "../../../invariants/data-value.m"

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
