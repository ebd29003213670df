-- SPDX-License-Identifier: BSD-2-Clause
-- Without STEPS, of a line that no store will change any more the requests are
-- served, and the copies that are as the memory are forgotten.  Used by src, noncoherent, the
-- machines with GPU-VI's L1 and word-l1.m, whose TidyLine (tidy.m) calls
-- TidySettled(l), and which give
--   function Settled(l): boolean  no store of the line is to come, or on its way
--   procedure ServeSettled(c, l)  what may be served of the channel is
--   procedure DropSame(c, l)      what the L1 has of the line, where it is the memory's.

-- A prefetch of such a line brings what a load finds anyway: none is accepted.
procedure TidyPrefetches(c: cu);
begin
  if !exists l: line do UsedLine(l) & Wanted(c, l) & !Settled(l) end then
    EndPrefetches(c);
  end;
end;

procedure TidySettled(l: line);
begin
  if Settled(l) then
    for c: cu do
      ServeSettled(c, l);
      DropSame(c, l);
      TidyPrefetches(c);
    end;
  end;
end;

include "tidy.m"
