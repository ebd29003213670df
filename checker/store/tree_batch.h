/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tree_batch.h - many short states of a tree at once, so that the cache misses of all overlap.
 *
 * Rounds, with time for other things between them: add each state (its chunks'
 * lines are fetched), hint (the chunks that they name are fetched), roots.
 *
 * What may overlap: any number of threads, each with its walker and batches.
 */
#ifndef MURRELET_TREE_BATCH_H
#define MURRELET_TREE_BATCH_H

#include "tree.h"

#define TREE_BATCH 64u        /* states in one at most */
#define TREE_BATCH_CHUNKS 8u  /* of a state at most */

struct tree_batch {
    unsigned count, lookups;
    uint64_t chunks[TREE_BATCH_CHUNKS]; /* of the last state that was added, and their lookups */
    uint16_t last[TREE_BATCH_CHUNKS];
    uint16_t which[TREE_BATCH * TREE_BATCH_CHUNKS]; /* by state, then chunk: its lookup */
    /* By lookup.  Equal chunks of one state and the next share one. */
    uint64_t keys[TREE_BATCH * TREE_BATCH_CHUNKS], hashes[TREE_BATCH * TREE_BATCH_CHUNKS];
    uint64_t guesses[TREE_BATCH * TREE_BATCH_CHUNKS];
};

/* The states of up to TREE_BATCH roots, one after the other. */
void tree_batch_decode(const struct tree *, const uint64_t *roots, unsigned count, uint64_t *states);

bool tree_is_short(const struct tree *); /* its states fit a batch */
void tree_batch_clear(struct tree_batch *);
void tree_batch_add(const struct tree *, struct tree_batch *, const uint64_t *state);
void tree_batch_hint(const struct tree *, struct tree_batch *);
/* By state.  False: a table must grow; then again. */
bool tree_batch_roots(struct tree *, struct tree_walker *, struct tree_batch *, uint64_t *roots);
/* The same, adding nothing; TABLE_NONE for a state that was not encoded. */
void tree_batch_find(const struct tree *, struct tree_walker *, struct tree_batch *, uint64_t *roots);

#endif
