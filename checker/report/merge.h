/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * merge.h - put the reports of a suite's parts together.
 *
 * Each is what `suite --shard I/N --json FILE` wrote.  It must be of the same program,
 * options, checks, machines and tests as are asked for now, by content; and two that
 * have one pair must say the same of it.  Outcomes are judged anew.
 */
#ifndef MURRELET_REPORT_MERGE_H
#define MURRELET_REPORT_MERGE_H

#include "../suite/suite.h"

struct merge;

/* For a run that options->origin describes; NULL, with a message on stderr, where a file cannot be read, is no report of
 * a part, is one of something else, or contradicts another. */
struct merge *merge_open(const char *const *paths, unsigned count, const struct suite_options *);
void merge_free(struct merge *);
/* suite_options.take, with the merge as its data. */
bool merge_take(void *, const struct suite *, struct suite_cell *);

#endif
