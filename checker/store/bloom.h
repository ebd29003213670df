/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bloom.h - a Bloom filter: whether a state may be one of a few.
 *
 * A bit for each hash: what was put in passes always, of the rest one in
 * BLOOM_BITS or fewer.  So most questions to the store need not be asked, and
 * the filter, unlike the store, lies in the processor's cache.
 */
#ifndef MURRELET_BLOOM_H
#define MURRELET_BLOOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <xxhash.h>

#include "table.h"

#define BLOOM_BITS 16u                    /* for each state, at least */
#define BLOOM_MOST (UINT64_C(1) << 20)    /* states: more do not fit the cache */
#define BLOOM_LEAST_BITS UINT64_C(1024)
#define BLOOM_SHORT 8u                    /* words that are hashed in line */

struct bloom {
    uint64_t *bits;   /* NULL: everything passes */
    uint64_t mask;
};

/* Empty, for `count` states.  Where these are too many, or memory is short, everything passes. */
static inline struct bloom bloom_new(uint64_t count)
{
    struct bloom filter = {NULL, BLOOM_LEAST_BITS - 1};
    while (count <= BLOOM_MOST && filter.mask + 1 < count * BLOOM_BITS)
        filter.mask = filter.mask * 2 + 1;
    if (count <= BLOOM_MOST)
        filter.bits = calloc((filter.mask + 1) / 64, sizeof *filter.bits);
    return filter;
}

static inline void bloom_free(struct bloom *filter)
{
    free(filter->bits);
    filter->bits = NULL;
}

static inline uint64_t bloom_place(const struct bloom *filter, const uint64_t *state, size_t words)
{
    uint64_t hash = words <= BLOOM_SHORT ? table_hash_words(state, words) : XXH3_64bits(state, words * sizeof *state);
    return hash & filter->mask;
}

/* Not where everything passes. */
static inline void bloom_put(struct bloom *filter, const uint64_t *state, size_t words)
{
    uint64_t place = bloom_place(filter, state, words);
    filter->bits[place / 64] |= UINT64_C(1) << place % 64;
}

static inline bool bloom_passes(const struct bloom *filter, const uint64_t *state, size_t words)
{
    if (!filter->bits)
        return true;
    uint64_t place = bloom_place(filter, state, words);
    return filter->bits[place / 64] >> place % 64 & 1;
}

#endif
