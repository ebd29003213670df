-- SPDX-License-Identifier: BSD-2-Clause
-- The endless driver: as free.m, every thread may issue any operation at any
-- time, but any value may be stored any number of times.  A value does not name
-- its store, so nothing is observed (invariants/none.m); it is for properties
-- of states, SWMR and data-value, over all programs of any length.
--
-- All types are scalarsets, values too: a machine is searched up to the names
-- of its threads, CUs, lines, words and values.

include "operations.m"
include "drivers/endless-types.m"
include "drivers/no-program.m"
include "drivers/endless-rules.m"
