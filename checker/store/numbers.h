/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * numbers.h - numbers from 0 on, handed out to threads in small blocks.
 *
 * A block is its thread's own, so that the shared counter is touched once for
 * many numbers; the gaps that blocks leave are closed when all have stopped.
 *
 * What may overlap: numbers_reserve, any number of threads, each with its own
 * context.  numbers_renumber alone.
 */
#ifndef MURRELET_NUMBERS_H
#define MURRELET_NUMBERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../base/lines.h"

/* So many numbers at least are handed out at once: a cache line's worth and
 * more.  A test build makes them few, so that gaps are frequent. */
#ifndef NUMBERS_UNIT
#define NUMBERS_UNIT 64u
#endif

/* A thread's numbers that are not yet used: [next, end). */
struct numbers_context {
    _Alignas(OWN_LINES) uint64_t next, end;
    uint8_t *owners; /* by unit of numbers: the owner of those that were handed out in it; or NULL */
    uint64_t owned;  /* the numbers for which `owners` has room */
    uint8_t owner;   /* of this context */
    bool is_new;     /* for the owner's use: whether the last insertion was of a new key */
};

/* Give the context a block, and write down whose it is: what was written of
 * numbers that were renumbered is never changed.  False: there is none below `limit`. */
bool numbers_reserve(_Atomic uint64_t *reserved, uint64_t limit, struct numbers_context *);

/* The contexts give back their blocks, and what has the last numbers moves into
 * the gaps (`move` hears of each).  Returns the count, which *reserved becomes. */
uint64_t numbers_renumber(struct numbers_context *, unsigned count, _Atomic uint64_t *reserved,
                        void (*move)(void *, uint64_t from, uint64_t to), void *data);

#endif
