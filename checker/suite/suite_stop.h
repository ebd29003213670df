/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_stop.h - whether a suite is to stop.
 */
#ifndef MURRELET_SUITE_STOP_H
#define MURRELET_SUITE_STOP_H

#include "suite_data.h"

/* Why it is to stop, or has: "interrupted", "time"; NULL: it goes on. */
const char *suite_stopped(const struct suite *);

#endif
