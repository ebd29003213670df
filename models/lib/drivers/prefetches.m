-- SPDX-License-Identifier: BSD-2-Clause
-- Loads of other wavefronts of a CU, which bind nothing, at any time, where the
-- constant PREFETCHES of the driver is 1.  Included by free-rules.m and rsp/owner.m.

ruleset c: cu; l: line; w: word do
  rule "prefetch"
    PREFETCHES = 1 & AcceptsPrefetch(c, l, w)
  ==>
  begin
    Prefetch(c, l, w);
  end;
end;
