/* SPDX-License-Identifier: BSD-2-Clause */
/* switches.h - of the shortest runs to a violation, one in which it changes least often who acts. */
#ifndef MURRELET_SWITCHES_H
#define MURRELET_SWITCHES_H

#include "trace_private.h"

/* With the states on shortest runs marked: choose the instance of each step (tracer->chosen), and note it in the violation.
 * `leads_to` says the number that a target has among those of the tracer's step, or STORE_NONE.  Where there are too many
 * real states on shortest runs nothing is chosen, and the least run is taken. */
void switches_choose(struct tracer *, uint64_t (*leads_to)(struct tracer *, const uint64_t *target));

#endif
