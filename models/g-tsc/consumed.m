-- SPDX-License-Identifier: BSD-2-Clause
-- Every message is consumed, as in each machine of logical time.

include "../lib/times-consumed.m"
