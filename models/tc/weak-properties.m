-- SPDX-License-Identifier: BSD-2-Clause
-- The rules and properties of TC-Weak, observed: a store is checked as it takes
-- its place.  For tc.m and for its tables (cells/weak.m).
-- needs: named-values
include "../../invariants/tc-rule-2.m"
include "../../invariants/tc-rule-3.m"
include "../../invariants/tc-rule-4.m"
include "../../invariants/tc-rule-5.m"
include "../../invariants/tc-property-1-weak.m"
include "../../invariants/tc-property-2-weak.m"
include "../../invariants/tc-fence.m"

const
  RULE_5: 0;  -- 1: Rule #5 too, which TC-Weak does not keep

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if RULE_5 = 1 then
    CheckRule5(l);
  end;
  CheckProperty1Weak(t, l);
  FenceStore(t, l, w, v);
end;

include "observed.m"
