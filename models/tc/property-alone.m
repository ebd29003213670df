-- SPDX-License-Identifier: BSD-2-Clause
-- One of TC-Strong's Properties #1 and #2 alone, observed: with LETTER=1 whether it
-- holds to the letter, the writer's own CU included, whatever else is broken then.
-- needs: named-values
include "properties.m"
include "../../invariants/tc-property-1.m"
include "../../invariants/tc-property-2.m"

const
  PROPERTY: 1;  -- which: 1 or 2

procedure ObserveStore(t: thread; l: line; w: word; v: value);
begin
  if PROPERTY = 1 then
    CheckProperty1(t, l);
  else
    CheckProperty2(t, l);
  end;
  FenceStore(t, l, w, v);
end;
