/* SPDX-License-Identifier: BSD-2-Clause */
/* estimate.h - how many states there may be in all, from the sizes of the first levels. */
#ifndef MURRELET_ESTIMATE_H
#define MURRELET_ESTIMATE_H

#include <stdint.h>

struct estimate {
    uint64_t least, most;  /* states in all: at most a factor of 4 lies between them */
    const char *none;      /* why nothing can be said yet, a clause; or NULL */
};

/* Of a search by levels: the states of each of its first `count` levels, all
 * complete.  The range is a guess, which docs/engine.md holds against known models. */
struct estimate estimate_states(const uint64_t *levels, unsigned count);

#endif
