-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak with the transient states of its tables (weak.m): the thesis's rules
-- and properties, one by one, with the free driver.
--
-- why: the tables of TC-Weak keep Rules #2 to #4 and Properties #1' and #2' over all programs of two stores
-- options: --const ORDERS=0 --const LEASE=1 --deadlock stuck --covers report
-- expect: verdict=holds states=109247 rules=512911
-- expect-exact: states=54638 rules=256536
include "../../lib/orders.m"
include "../../lib/free.m"
include "weak.m"
include "../../../invariants/tc-rule-2.m"
include "../../../invariants/tc-rule-3.m"
include "../../../invariants/tc-rule-4.m"
include "../../../invariants/tc-rule-5.m"
include "../../../invariants/tc-property-1-weak.m"
include "../../../invariants/tc-property-2-weak.m"
include "../../../invariants/tc-fence.m"

const
  RULE_5: 0;  -- 1: Rule #5 too, which TC-Weak does not keep

procedure ObserveStart();
begin
  FenceStart();
end;

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if RULE_5 = 1 then
    CheckRule5(l);
  end;
  CheckProperty1Weak(t, l);
  FenceStore(t, l, w, v);
end;

procedure ObserveIssue(t: thread; g: tag; l: line; w: word); begin end;
procedure ObserveLoad(t: thread; g: tag; v: value); begin end;
procedure ObserveStoreIssue(t: thread; l: line; w: word; v: value); begin end;
