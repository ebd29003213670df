-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Weak, Property #1' (Singh, thesis, 7.2): when a store is performed, the
-- time until which its thread's fences wait (GWCT) is later than the lease of
-- every copy that the store makes stale.  The writer's own CU is left out: its
-- copy has the store already, or the answer brings it.  An observer calls
-- CheckProperty1Weak.
--
-- Promised by TC-Weak.  Caught: models/tc/mutants/weak-stores-property-1.patch,
-- and the cells that are unsafe as printed (TW3, TW4, TW5, GWCT_IS_GT).

procedure CheckProperty1Weak(t: thread; l: line);
begin
  for c: cu do
    if c != CuOf(t) then
      assert "Property #1'" CopyLeft(c, l) < GlobalWait(t) & FillLeft(c, l) < GlobalWait(t)
                             & RenewedLeft(c, l) < GlobalWait(t);
    end;
  end;
end;
