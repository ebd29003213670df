/* SPDX-License-Identifier: BSD-2-Clause */
/* actor.h - who acts in a step, as a chart says it, of a step alone. */
#ifndef MURRELET_ACTOR_H
#define MURRELET_ACTOR_H

#include "report.h"

/* The lane, or -1; the leaves at the start of the run, and before and after the step (NULL: it fails).  The report says
 * of what model. */
int actor_of_step(void *report, const int64_t *start, const int64_t *before, uint64_t instance, const int64_t *after);

#endif
