-- SPDX-License-Identifier: BSD-2-Clause
-- TC-Strong, Property #2 (Singh, thesis, 7.1.1): no L1 holds a line when a
-- store to it completes: neither installed, nor on its way to be.  An observer
-- calls CheckProperty2.
--
-- Promised by TC-Strong but for the writer's own CU (LETTER=1 counts it too,
-- and is violated by a private write), and by LCC.
-- Caught: models/tc/mutants/strong-stores-property-2.patch.

procedure CheckProperty2(t: thread; l: line);
begin
  for c: cu do
    if LETTER = 1 | c != CuOf(t) then
      assert "Property #2" CopyLeft(c, l) < 0 & FillLeft(c, l) < 0;
    end;
  end;
end;
