-- SPDX-License-Identifier: BSD-2-Clause
-- An access is accepted when what orders a thread's operations lets it go and there is
-- room for it, a fence when nothing holds it any more.  Used by waits-for-answers.m,
-- outstanding.m, denovo and hmg, which give
--   function FencesAllow(t, o): boolean      what stands before o in t lets it go
--   function AcceptsAccess(t, o): boolean    there is room for the access o.

function Accepts(t: thread; o: operation): boolean;
begin
  return FencesAllow(t, o) & (Kind(o) = FENCE | AcceptsAccess(t, o));
end;
