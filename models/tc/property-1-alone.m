-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong's Property #1 alone, observed: with LETTER=1 whether it holds to the
-- letter, the writer's own CU included, whatever else is broken then.
-- needs: named-values
include "properties.m"
include "../../invariants/tc-property-1.m"

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  CheckProperty1(t, l);
  FenceStore(t, l, w, v);
end;
