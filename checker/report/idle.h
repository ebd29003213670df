/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * idle.h - what of a machine took no part in any of a run's searches: rules that
 * never fired, covers that were never met (machines/activity.h); and how often the others did, where that was counted.
 */
#ifndef MURRELET_IDLE_H
#define MURRELET_IDLE_H

#include <stdio.h>

#include <jansson.h>

#include "../machines/activity.h"

/* Behind `name` and a blank: 2 of 9 rules never fired: "a" (FILE:LINE:COLUMN), "b" (...); and so of covers.  Nothing
 * where all took part, or nothing was searched. */
void idle_text(const struct activity *, const char *name, FILE *);
/* For each rule how often its guard was tested, and so on; nothing where that was not counted. */
void idle_statistics(const struct activity *, const char *name, FILE *);
/* {"searches": N, "rules": N, "covers": N, "rules_never_fired": [...], "rules_switched_off": [...],
 * "covers_not_met": [...]}, each of them with its name and place; where that was counted "statistics" of every rule; a new
 * reference. */
json_t *idle_json(const struct activity *);

#endif
