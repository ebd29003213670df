-- SPDX-License-Identifier: BSD-2-Clause
-- Coherence, observed: a thread never sees a version of a location after a later
-- one; versions.m says what a version is.  Promised by every machine that
-- promises sc, rc-mca or rc, which are coherent for every program.
-- needs: named-values

const
  CHECK_COHERENCE: 1;
  CHECK_RMW: 1;        -- atomicity of read-modify-writes
  CHECK_ATOMICITY: 0;

include "lib/versions.m"
