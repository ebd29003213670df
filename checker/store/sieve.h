/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sieve.h - whether a state may be one of a few.
 *
 * A bit for each hash: what was put in passes always, of the rest one in
 * SIEVE_BITS or fewer.  So most questions to the store need not be asked, and
 * the sieve, unlike the store, lies in the processor's cache.
 */
#ifndef MURRELET_SIEVE_H
#define MURRELET_SIEVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <xxhash.h>

#include "table.h"

#define SIEVE_BITS 16u                    /* for each state, at least */
#define SIEVE_MOST (UINT64_C(1) << 20)    /* states: more do not fit the cache */
#define SIEVE_LEAST_BITS UINT64_C(1024)
#define SIEVE_SHORT 8u                    /* words that are hashed in line */

struct sieve {
    uint64_t *bits;   /* NULL: everything passes */
    uint64_t mask;
};

/* Empty, for `count` states.  Where these are too many, or memory is short, everything passes. */
static inline struct sieve sieve_new(uint64_t count)
{
    struct sieve sieve = {NULL, SIEVE_LEAST_BITS - 1};
    while (count <= SIEVE_MOST && sieve.mask + 1 < count * SIEVE_BITS)
        sieve.mask = sieve.mask * 2 + 1;
    if (count <= SIEVE_MOST)
        sieve.bits = calloc((sieve.mask + 1) / 64, sizeof *sieve.bits);
    return sieve;
}

static inline void sieve_free(struct sieve *sieve)
{
    free(sieve->bits);
    sieve->bits = NULL;
}

static inline uint64_t sieve_place(const struct sieve *sieve, const uint64_t *state, size_t words)
{
    uint64_t hash = words <= SIEVE_SHORT ? table_hash_words(state, words) : XXH3_64bits(state, words * sizeof *state);
    return hash & sieve->mask;
}

/* Not where everything passes. */
static inline void sieve_put(struct sieve *sieve, const uint64_t *state, size_t words)
{
    uint64_t place = sieve_place(sieve, state, words);
    sieve->bits[place / 64] |= UINT64_C(1) << place % 64;
}

static inline bool sieve_passes(const struct sieve *sieve, const uint64_t *state, size_t words)
{
    if (!sieve->bits)
        return true;
    uint64_t place = sieve_place(sieve, state, words);
    return sieve->bits[place / 64] >> place % 64 & 1;
}

#endif
