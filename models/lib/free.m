-- SPDX-License-Identifier: BSD-2-Clause
-- The free driver: every thread may issue any operation at any time.  It is
-- for verifying a machine as Murphi models are verified: SWMR, data-value and
-- a paper's own rules, over all programs at once.
--
-- Each location is stored to at most VALUES - 1 times, every time with a value
-- that it never had; so a value names a version, and what a load returns says
-- which store it saw.  Nothing is lost by that within the bound: protocols
-- copy values and never look at them.
-- gives: named-values

include "operations.m"
include "drivers/versions.m"
include "drivers/version-types.m"
include "drivers/no-program.m"
include "drivers/free-rules.m"
