-- SPDX-License-Identifier: BSD-2-Clause
-- Without STEPS, the messages of a line that take no step of their own are
-- delivered at the end of the step that sends them, until there are none; then
-- what cannot matter any more is forgotten (tidy.m).  Used by mesi and msi-net,
-- which give
--   procedure DeliverOnce(l, var busy)   busy becomes true where anything was delivered
--   procedure ForgetLine(l).

procedure TidyLine(l: line);
var busy: boolean;
begin
  busy := true;
  while busy do
    busy := false;
    DeliverOnce(l, busy);
  end;
  ForgetLine(l);
end;

include "tidy.m"
