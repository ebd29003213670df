-- SPDX-License-Identifier: BSD-2-Clause
-- A thread's accesses to one location stay in program order.  Used by denovo and hmg, which define waiting (waiting.m).

-- Whether an access of t to the word is not bound.
function OwnPending(t: thread; l: line; w: word): boolean;
begin
  return exists g: tag do
           (waiting[t][g].active
              ? LineOf(waiting[t][g].what) = l & WordOf(waiting[t][g].what) = w : false)
         end;
end;
