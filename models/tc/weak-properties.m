-- SPDX-License-Identifier: BSD-2-Clause
-- The rules and properties of TC-Weak, observed as strong-properties.m has it, for
-- tc.m and for cells/weak.m.
-- needs: named-values
include "properties.m"
include "../../invariants/tc-property-1-weak.m"
include "../../invariants/tc-property-2-weak.m"

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
