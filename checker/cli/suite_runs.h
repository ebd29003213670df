/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_runs.h - the runs that break the cells of a suite, as traces.
 *
 * A suite keeps no runs: each is searched for once more, where its outcome was first
 * seen.  They stop at a size that a page can still be sent about with.
 */
#ifndef MURRELET_CLI_SUITE_RUNS_H
#define MURRELET_CLI_SUITE_RUNS_H

#include "../suite/suite.h"

/* By cell: its run, or NULL where there is none, it is not known where, or there is no more room. */
json_t **suite_runs_find(const struct suite *, const struct suite_options *);
void suite_runs_free(json_t **, const struct suite *);

#endif
