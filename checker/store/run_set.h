/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_set.h - a sorted set of keys, in some runs that follow one on the other.
 *
 * Invariant: each run's last key is less than the first one of the run after it.
 */
#ifndef MURRELET_RUN_SET_H
#define MURRELET_RUN_SET_H

#include "run.h"

struct run_set {
    struct run **runs;
    unsigned count;
    uint64_t keys, blocks;
};

void run_set_add(struct run_set *, struct run *); /* NULL: nothing; the set owns it */
void run_set_free(struct run_set *);              /* of its runs; it is empty then */
uint64_t run_set_bytes(const struct run_set *);   /* as run_bytes */
uint64_t run_set_memory(const struct run_set *);
/* The run that has the block, whose number becomes that in the run. */
const struct run *run_set_block(const struct run_set *, uint64_t *block);

#endif
