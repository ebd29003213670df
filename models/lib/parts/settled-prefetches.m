-- SPDX-License-Identifier: BSD-2-Clause
-- Where no store will change a line any more, a prefetch of it brings what a load finds
-- anyway, and none is accepted.  Used by settled.m and word-l1.m, with whose Settled(l).

procedure TidyPrefetches(c: cu);
begin
  if !exists l: line do UsedLine(l) & Wanted(c, l) & !Settled(l) end then
    EndPrefetches(c);
  end;
end;
