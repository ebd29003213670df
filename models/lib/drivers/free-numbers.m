-- SPDX-License-Identifier: BSD-2-Clause
-- The free driver (lib/free.m) with numbers in place of scalarsets.
-- gives: named-values
include "../operations.m"
include "versions.m"
include "numbers.m"
include "no-program.m"
include "free-rules.m"
