/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vectors.h - a set of whole states, numbered densely from 0, for one thread.
 *
 * For searches of which there are thousands, each of some hundred or thousand
 * states: it costs next to nothing to make, and a lookup is one hash and one
 * comparison.  The states lie one after the other, in the order of their
 * numbers; beside them an open-addressing index of 64-bit slots: 0 empty, else
 * (upper half of the hash << 32) | (number + 1).
 */
#ifndef MURRELET_VECTORS_H
#define MURRELET_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vectors {
    unsigned words;            /* of a state */
    uint64_t *states;
    uint64_t count, space;     /* states that there are, and that there is room for */
    uint64_t most;             /* states that it takes */
    uint64_t *slots;
    uint64_t mask;             /* slots - 1: a power of two, at least twice `space` */
};

#define VECTORS_NONE UINT64_MAX
#define VECTORS_NEW (UINT64_C(1) << 63)

bool vectors_init(struct vectors *, unsigned words, uint64_t most); /* false: no memory */
void vectors_done(struct vectors *);
/* Put states in.  numbers[i] becomes the i-th one's number, with VECTORS_NEW where it is new
 * (`numbers` may be NULL).  How many: fewer than `count` where it takes no more, or
 * finds no memory. */
size_t vectors_insert(struct vectors *, const uint64_t *states, size_t count, uint64_t *numbers);
uint64_t vectors_find(const struct vectors *, const uint64_t *state); /* or VECTORS_NONE */
static inline const uint64_t *vectors_state(const struct vectors *vectors, uint64_t number)
{
    return vectors->states + number * vectors->words;
}
uint64_t vectors_bytes(const struct vectors *);
bool vectors_sound(const struct vectors *); /* for tests */

#endif
