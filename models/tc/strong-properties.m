-- SPDX-License-Identifier: BSD-2-Clause
-- The rules and properties of TC-Strong, observed: a store is checked as it takes
-- its place.  For tc.m and for its tables (cells/strong.m).
-- needs: named-values
include "properties.m"
include "../../invariants/tc-rule-1.m"
include "../../invariants/tc-property-1.m"
include "../../invariants/tc-property-2.m"
include "../../invariants/tc-property-3.m"
include "../../invariants/data-value.m"

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  CheckRule5(l);
  CheckProperty1(t, l);
  CheckProperty2(t, l);
  FenceStore(t, l, w, v);
end;
