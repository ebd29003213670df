-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of the machine of AMDGPUUsage is consumed: requests at the L2, fills at the CU.

include "../lib/requests-taken.m"
include "../lib/fills-installed.m"
