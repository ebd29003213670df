/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_runs.h - the runs that break the cells of a suite, as traces.
 *
 * A suite keeps no runs: each is searched for once more, where its outcome was first
 * seen.  They stop at a size that a page can still be sent about with.
 */
#ifndef MURRELET_CLI_SUITE_RUNS_H
#define MURRELET_CLI_SUITE_RUNS_H

#include "suite_shown.h"

struct suite_runs {
    const struct suite *suite;
    const struct suite_options *options;
    const struct shown_arguments *shown;
    json_t **by_cell;
    bool failed; /* an expression to watch is none of a machine's: it is said on stderr */
};

/* By cell: its run, or NULL where there is none, it is not known where, or there is no more room.  `one`: the first alone. */
void suite_runs_find(struct suite_runs *, bool one);
/* Of one cell, to this outcome (as breach_of has it); a new reference, or NULL. */
json_t *suite_run_of(struct suite_runs *, const struct suite_cell *, const char *outcome);
const json_t *suite_runs_first(const struct suite_runs *);
void suite_runs_free(struct suite_runs *);

#endif
