-- SPDX-License-Identifier: BSD-2-Clause
-- Without STEPS, of a line that no store will change any more the requests are
-- served, and the copies that are as the memory are forgotten.  Used by src and the
-- machines with GPU-VI's L1, whose TidyLine (tidy.m) calls TidySettled(l), and which
-- give
--   function Settled(l): boolean  no store of the line is to come, or on its way
--   procedure Serve(c, l)         the first request of the channel is served
--   procedure DropSame(c, l)      what the L1 has of the line, where it is the memory's.

include "settled-prefetches.m"

procedure TidySettled(l: line);
begin
  if Settled(l) then
    for c: cu do
      while up[c][l].count > 0 do
        Serve(c, l);
      end;
      DropSame(c, l);
      TidyPrefetches(c);
    end;
  end;
end;

include "tidy.m"
