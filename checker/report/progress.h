/* SPDX-License-Identifier: BSD-2-Clause */
/* progress.h - one line on a terminal, renewed about once a second. */
#ifndef MURRELET_PROGRESS_H
#define MURRELET_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "../engine/search.h"

struct progress {
    FILE *terminal;
    const struct search_options *options; /* for the limits */
    bool shown;
    /* The sizes of the last two levels, for the estimate. */
    unsigned depth;
    uint64_t level, level_before;
    double last_seconds;
    uint64_t last_states;
};

void progress_start(struct progress *, FILE *terminal, const struct search_options *);
/* A search_options.progress; the data is a struct progress. */
void progress_show(void *, const struct search_progress *);
/* Wipe the line. */
void progress_end(struct progress *);

/* Seconds until the search ends, by its limits and by how its levels shrink;
 * negative when there is nothing to estimate it by. */
double progress_left(const struct progress *, const struct search_progress *, double rate);

#endif
