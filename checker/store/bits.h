/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bits.h - a set that forgets what it holds: a Bloom filter in cache lines.
 *
 * A state names a line and up to 7 of its 512 bits, each chosen by hash bits
 * of its own; it is known when all of them are set, and putting it in sets
 * them.  So a state that was put in is known from then on, and one that was
 * not may be taken for known: then it is omitted.  How often that happens is
 * reckoned from how full the lines really are (see bits_omitted).
 *
 * A new state is given a number in order of arrival, which is not kept.
 * Two threads that put in the same state at once may both be told that it is
 * new; that neither is told so happens only to a state that is omitted.
 *
 * What may overlap, on one set:
 *   bits_insert, bits_find    any number of threads, each by its own number
 *   the rest                  alone
 */
#ifndef MURRELET_BITS_H
#define MURRELET_BITS_H

#include <stddef.h>

#include "numbers.h"

#define BITS_KNOWN UINT64_MAX      /* all its bits were set */
#define BITS_FULL (UINT64_MAX - 1) /* there is no number below the limit */
#define BITS_LINE 512u
#define BITS_HASHES_MOST 7u        /* 9 bits of 64 each */

struct bits_tally;

struct bits {
    _Atomic uint64_t *words;
    uint64_t lines, seed;
    size_t mapped;
    unsigned hashes;           /* bits that a state has */
    bool huge;                 /* huge pages were asked for */
    double power[BITS_LINE + 1]; /* by how many of a line's bits are set: the chance that a state there is taken for known */
    struct numbers_context *contexts;
    struct bits_tally *tallies;
    unsigned context_count;
    uint64_t limit;            /* numbers that may be handed out; the owner's to set */
    _Alignas(OWN_LINES) _Atomic uint64_t reserved; /* numbers handed out to contexts */
    _Alignas(OWN_LINES) _Atomic double chances;    /* the sum over all lines of `power` */
};

/* The line of a state, and where its bits lie in it, 9 bits each. */
struct bits_hash {
    uint64_t line, places;
};

/* `bytes`: of the array, rounded down to whole lines.  False: there is no address space. */
bool bits_init(struct bits *, unsigned contexts, uint64_t bytes, unsigned hashes, uint64_t seed);
void bits_done(struct bits *);
/* Empty again. */
void bits_clear(struct bits *);
struct bits_hash bits_hash(const struct bits *, const uint64_t *state, size_t words);
/* Inlined always: see table_prefetch. */
static inline __attribute__((always_inline)) void bits_prefetch(const struct bits *bits, struct bits_hash hash)
{
    __builtin_prefetch((const void *)(bits->words + hash.line * (BITS_LINE / 64)), 1);
}
/* The number of a new state; or as above. */
uint64_t bits_insert(struct bits *, unsigned thread, struct bits_hash);
bool bits_find(const struct bits *, struct bits_hash);
uint64_t bits_reserved(const struct bits *);
uint64_t bits_renumber(struct bits *, void (*moved)(void *, uint64_t from, uint64_t to), void *data);
uint64_t bits_bytes(const struct bits *); /* of the array */
/* After a renumbering.  The share of the bits that are set; the chance that a state not
 * visited before would be taken for known now; how many were so far, expected. */
double bits_filled(const struct bits *);
double bits_chance(const struct bits *);
double bits_omitted(const struct bits *);
/* For tests: what was counted is what the array has. */
bool bits_sound(const struct bits *);

#endif
