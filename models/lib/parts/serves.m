-- SPDX-License-Identifier: BSD-2-Clause
-- The L2 serves the first request of a channel, in a step of its own.  Used by wt, src
-- and amdgpu, which give
--   function L2MayServe(c, l): boolean   nothing but its turn keeps the first request waiting
--   procedure Serve(c, l), EndStep().

ruleset c: cu; l: line do
  fair rule "L2 serves"
    up[c][l].count > 0 & L2MayServe(c, l)
  ==>
  begin
    Serve(c, l);
    EndStep();
  end;
end;
