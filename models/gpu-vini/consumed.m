-- SPDX-License-Identifier: BSD-2-Clause
-- Every message of GPU-VIni is consumed, as those of GPU-VI.

include "../gpu-vi/consumed.m"
