-- SPDX-License-Identifier: BSD-2-Clause
-- Coherence and write atomicity, observed.
--
-- A version is a position in its location's order at the ordering point: the
-- n-th store that the machine reported there, 0 before the first.  Each value
-- is stored to a location at most once (the free driver sees to it), so the
-- value that a load returns names the version that it saw.
--
--   Coherence: a thread never sees a version of a location after a later one.
--   Promised by every machine; on wt, rsp and quickrelease to race-free
--   programs, and to accesses performed at one scope's cache.  (coherence.m
--   checks this alone.)
--
--   Write atomicity: a load issued after another thread's load has completed
--   with version n never returns a version below n, where that other thread
--   is not the writer of n.  A load already in flight is excused.  Promised by
--   the machines whose header names this file: no memory model says so, for it
--   is about moments in time, which no program sees.  (A version that is read before it
--   has its place in the order will be later than all that have one.)
-- needs: named-values

const
  CHECK_COHERENCE: 1;
  CHECK_RMW: 1;        -- atomicity of read-modify-writes
  CHECK_ATOMICITY: 1;

include "lib/versions.m"
