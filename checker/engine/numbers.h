/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * numbers.h - numbers from 0 on, handed out to threads in small blocks.
 *
 * A block is its thread's own, so that the shared counter is touched once for
 * many numbers; the gaps that blocks leave are closed when all have stopped.
 *
 * What may overlap: numbers_reserve, any number of threads, each with its own
 * hand.  numbers_settle alone.
 */
#ifndef MURRELET_NUMBERS_H
#define MURRELET_NUMBERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lines.h"

/* A thread's numbers that are not yet used: [next, end). */
struct numbers_hand {
    _Alignas(OWN_LINES) uint64_t next, end;
    bool fresh; /* for the owner's use: whether the last insertion was of a new key */
};

/* Give the hand a block below `limit`; false when there is none. */
bool numbers_reserve(_Atomic uint64_t *reserved, uint64_t limit, struct numbers_hand *);

/* The hands give back their blocks, and what has the last numbers moves into
 * the gaps (`move` hears of each).  Returns the count, which *reserved becomes. */
uint64_t numbers_settle(struct numbers_hand *, unsigned count, _Atomic uint64_t *reserved,
                        void (*move)(void *, uint64_t from, uint64_t to), void *data);

#endif
