-- SPDX-License-Identifier: BSD-2-Clause
-- semaphores.m, and that nobody starves as gets-in.m has it.

include "semaphores.m"
include "gets-in.m"
