-- SPDX-License-Identifier: BSD-2-Clause
-- The accesses of a thread that are not answered, and what waits for all of them:
-- fences, releases, sc accesses.  An acquire keeps what follows it until it is
-- over.  Used by src and viper, which give
--   function IsAcquiring(t): boolean         an acquire of t is not over
--   function AcceptsAccess(t, o): boolean    there is room for it.

const
  OUTSTANDING: TAGS + STORES;

var
  pending: array [thread] of 0 .. OUTSTANDING;

function Waits(o: operation): boolean;
begin
  return Kind(o) = FENCE | Releases(o) | Order(o) = SEQ_CST;
end;

function FencesAllow(t: thread; o: operation): boolean;
begin
  return !IsAcquiring(t) & !(Waits(o) & pending[t] > 0) & pending[t] < OUTSTANDING;
end;

include "accepts.m"

-- Whether t, that has just issued an access, can do nothing before it is answered.
function Blocks(t: thread): boolean;
begin
  return IsAcquiring(t) | (HasNext(t, false) ? Waits(Next(t, false)) : pending[t] = 1);
end;
