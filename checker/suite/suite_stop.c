/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_stop.c - whether a suite must end early, because the user interrupts it or
 * its time is up.
 */
#include "suite_stop.h"

const char *suite_stopped(const struct suite *suite)
{
    /* Set by a signal handler, with nothing else to see: relaxed. */
    if (suite->interrupt && atomic_load_explicit(suite->interrupt, memory_order_relaxed))
        return "interrupted";
    return suite->until > 0 && machine_clock() > suite->until ? "time" : NULL;
}
