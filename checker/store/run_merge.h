/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_merge.h - some sorted sets as one, without what others have.
 *
 * The keys are cut into as many ranges as there are threads; each thread merges
 * one of them, to a run of its own.
 */
#ifndef MURRELET_RUN_MERGE_H
#define MURRELET_RUN_MERGE_H

#include "../base/pool.h"
#include "run_set.h"

struct run_merge {
    struct run_shape shape;          /* of what is made */
    const char *directory;
    const struct run_set *const *from; /* what has depths, or of which it does not matter */
    const uint32_t *deeper;          /* by set: what is added to the depth of each of its keys; or NULL */
    unsigned from_count;
    const struct run_set *const *without;
    unsigned without_count;
};

/* What is made goes into `to`, which is empty, and stays so where there is trouble; RUN_NO_ROOM: errno says why. */
enum run_trouble run_merge(const struct run_merge *, struct pool *, struct run_set *to);

#endif
