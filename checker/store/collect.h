/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * collect.h - a sorted set of what is put in in any order.
 *
 * Each thread has a part of the memory.  Where that is full, it is sorted, and
 * becomes a run; in the end all runs are merged.
 *
 * collect_put and collect_finish: any thread, each with its own number.  The others alone.
 */
#ifndef MURRELET_COLLECT_H
#define MURRELET_COLLECT_H

#include "run_merge.h"

struct collect;

/* `bytes` of memory, for all threads.  NULL, with errno: no address space. */
struct collect *collect_new(const struct run_shape *, const char *directory, unsigned threads, uint64_t bytes);
void collect_free(struct collect *);
/* False: there is no room on the disk (collect_error). */
bool collect_put(struct collect *, unsigned thread, const uint64_t *key);
/* What waits of a thread becomes a run. */
bool collect_finish(struct collect *, unsigned thread);
int collect_error(const struct collect *); /* errno of what failed, or 0 */
/* All that was put in and finished, without what others have; then it is empty again, whatever comes of it. */
enum run_trouble collect_take(struct collect *, struct pool *, const struct run_set *const *without, unsigned count, struct run_set *to);
/* What was put in is forgotten. */
void collect_drop(struct collect *);
/* The most bytes that were on the disk at once when it was last emptied, what was made included. */
uint64_t collect_most_bytes(const struct collect *);

#endif
