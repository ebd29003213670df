/* SPDX-License-Identifier: BSD-2-Clause */
/* disk_private.h - a search whose states are on the disk: what disk.c and disk_trace.c share. */
#ifndef MURRELET_DISK_PRIVATE_H
#define MURRELET_DISK_PRIVATE_H

#include "../store/collect.h"
#include "../store/layers.h"
#include "explore.h"

struct disk {
    struct collect *collect;    /* successors */
    /* The level that is gone through: */
    const struct layer *layer;
    uint32_t depth;             /* of the level in its layer */
    void (*visit)(struct worker *); /* with each of its states as the source */
    struct marks *marks;        /* disk_trace.c */
};

/* Bytes of memory that the search may take. */
uint64_t disk_memory(const struct search *);

/* Each state of the level, by all threads, as worker->source; until stopped. */
void disk_go_through(struct search *, unsigned level, void (*visit)(struct worker *));
/* What was collected, without what those sets have.  False: the search was stopped, for a reason that it now has. */
bool disk_take(struct search *, const struct run_set *const *without, unsigned count, struct run_set *to);
/* One more state to be collected. */
void disk_put(struct worker *, const uint64_t *state);
void disk_stop(struct search *, enum run_trouble);

#endif
