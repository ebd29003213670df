-- SPDX-License-Identifier: BSD-2-Clause
-- waits.m for a machine on which nothing but accesses that are not answered
-- holds a fence: no-l1, noncoherent, mesi, rfo, stc, those with GPU-VI's L1 and
-- those of logical time.  The machine gives AcceptsAccess(t, o)
-- and IssueAccess(t, o, g); a fence does nothing but wait.

include "waits.m"

function Held(t: thread): boolean;
begin
  return false;
end;

include "parts/accepts.m"

procedure Issue(t: thread; o: operation; g: tag);
begin
  if Kind(o) != FENCE then
    IssueAccess(t, o, g);
  end;
end;
