/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pool.h - a team of threads that does one job at a time.
 *
 * Thread 0 is the caller.  The others start with the first job that wants
 * them, so a search that stays small never has any.  All that was written
 * before pool_run is visible to every member, and all that the members wrote
 * is visible to the caller when it returns.
 *
 * NULL stands for a pool of the caller alone.
 */
#ifndef MURRELET_POOL_H
#define MURRELET_POOL_H

#include <stdbool.h>

struct pool;

typedef void pool_job(void *data, unsigned member, unsigned members);

struct pool *pool_new(unsigned threads); /* at least 1 */
void pool_free(struct pool *);
unsigned pool_threads(const struct pool *);
/* For a member, in the middle of a job, that will not go on: whether all others
 * have ended their part; waits for that a second at most. */
bool pool_rest(struct pool *);
/* Run job(data, i, members) for each i below `members` (at most the threads), and wait. */
void pool_run(struct pool *, unsigned members, pool_job *, void *data);

/* What takes long asks pool_stopped() now and then, in any member, and leaves
 * when it says so.  NULL, as at first: it never does. */
void pool_heed(struct pool *, bool (*stopped)(void *), void *data);
bool pool_stopped(const struct pool *);

#endif
