-- SPDX-License-Identifier: BSD-2-Clause
-- What a semaphore is for: no more than COUNT threads are inside.  Included by
-- semaphores.m and semaphore-tickets.m, which say in IsInside(t) which are.

function Inside(): 0 .. THREADS;
var n: 0 .. THREADS;
begin
  n := 0;
  for t: thread do
    if IsInside(t) then n := n + 1; end;
  end;
  return n;
end;

invariant "no more than COUNT are inside" Inside() <= COUNT;
