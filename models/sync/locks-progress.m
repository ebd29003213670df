-- SPDX-License-Identifier: BSD-2-Clause
-- locks.m, and that nobody starves as gets-in.m has it.

include "locks.m"
include "gets-in.m"
