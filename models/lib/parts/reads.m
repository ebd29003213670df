-- SPDX-License-Identifier: BSD-2-Clause
-- The loads and RMWs of a thread whose values are not bound; an acquire among them is a
-- barrier.  Used by wt and bound-reads.m, which define reads and barrier.

procedure StartReads(t: thread);
begin
  reads[t] := 0;
  barrier[t] := false;
end;

procedure IssuedRead(t: thread; o: operation);
begin
  reads[t] := reads[t] + 1;
  if Acquires(o) then
    barrier[t] := true;
  end;
end;
