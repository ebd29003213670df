/* SPDX-License-Identifier: BSD-2-Clause */
/* race_execution.h - the execution with a race as JSON, in the form that a litmus test's run has. */
#ifndef MURRELET_RACE_EXECUTION_H
#define MURRELET_RACE_EXECUTION_H

#include <jansson.h>

#include "../machines/races.h"

/* {"name", "label", "execution": {"events", "races"}} of a racy result; a new reference.  What an access of a candidate
 * execution, which is no interleaving, reads from is told where only one write can be it; co is not told. */
json_t *race_execution(const struct race_result *, const char *model);

#endif
