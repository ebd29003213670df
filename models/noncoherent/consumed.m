-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of noncoherent is consumed: requests at the bank, answers and fills, which are answers, at the CU.

include "../lib/requests-taken.m"
include "../lib/answers-arrive.m"
