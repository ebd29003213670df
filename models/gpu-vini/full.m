-- SPDX-License-Identifier: BSD-2-Clause
-- Queues that are full, as in GPU-VI.

include "../gpu-vi/full.m"
