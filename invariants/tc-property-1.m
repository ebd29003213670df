-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, Property #1 (Singh, thesis, 7.1.1): a load and a store of a line
-- never complete at the same TIME.  At the L2 they are one after the other, and
-- a load that was answered there leaves a lease that is not over at that TIME,
-- which Rule #5 has the store wait for; what is left are loads that hit in
-- another CU's L1 while the store is performed.  An observer calls CheckProperty1.
--
-- Promised by TC-Strong but for the writer's own CU, and by LCC.
-- Caught: models/tc/mutants/strong-stores-property-1.patch.

procedure CheckProperty1(t: thread; l: line);
begin
  for c: cu do
    for w: word do
      if LETTER = 1 | c != CuOf(t) then
        assert "Property #1" !MayRead(c, l, w);
      end;
    end;
  end;
end;
