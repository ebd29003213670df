/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * estimated.h - of a search that was stopped: how large the whole may be, what it
 * takes of time, memory and disk, and whether these are there (check --estimate).
 */
#ifndef MURRELET_ESTIMATED_H
#define MURRELET_ESTIMATED_H

#include <jansson.h>
#include <stdio.h>

#include "report.h"

/* Whether there is something to tell: the search was to tell, and did not end by itself. */
bool estimated_wanted(const struct report *);
void estimated_text(const struct report *, FILE *);
/* A new reference. */
json_t *estimated_json(const struct report *);

#endif
