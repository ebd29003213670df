/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arcs.h - what each state leads to, with a label on each arc: written down
 * once, or found again when it is asked for; read at any state.
 *
 * Unlike edges.h, which is read from one end to the other.  A label is a number of 0,
 * 1, 2 or 4 bytes; an arc takes 4 bytes and its label, a state a byte or four, and
 * the piece that holds ARCS_BLOCK states 16.  What is found again takes a few MiB.
 */
#ifndef MURRELET_ARCS_H
#define MURRELET_ARCS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARCS_BLOCK 64u

struct arcs;
/* For states 0 .. states - 1, with labels up to `most_label`.  `directory`: for a nameless file;
 * NULL: in memory.  NULL where there is neither the memory for an index nor such a file. */
struct arcs *arcs_new(uint64_t states, uint32_t most_label, unsigned threads, const char *directory);
/* In memory: there are so many states, or as many as before; of one thread. */
void arcs_grow(struct arcs *, uint64_t states);
/* Whoever is asked for a state's arcs once more gives them by arcs_add, of thread 0. */
typedef void arcs_finder(void *data, struct arcs *, uint64_t state);
struct arcs *arcs_found_again(uint32_t most_label, arcs_finder *, void *data);
void arcs_free(struct arcs *);
/* What so many arcs take in memory at most; and, where they are in a file, the rest. */
uint64_t arcs_bytes(uint64_t states, uint64_t count, uint32_t most_label);

/* The next arc of a state.  The states of a block come one after the other, in this order, from one thread;
 * the arcs of a state are read in the order in which they come. */
void arcs_add(struct arcs *, unsigned thread, uint64_t state, uint32_t target, uint32_t label);
/* The same for each of `count`: targets and labels are numbers of 32 bits. */
void arcs_add_many(struct arcs *, unsigned thread, const uint64_t *states, const uint64_t *targets, const uint64_t *labels, size_t count);
/* Alone, after the last arc.  False: the disk is full. */
bool arcs_finish(struct arcs *);
/* How many there are, and the bytes that they take wherever they are; after arcs_finish. */
uint64_t arcs_count(const struct arcs *);
uint64_t arcs_taken(const struct arcs *);

/* The arcs of a state. */
struct arcs_of {
    const uint32_t *targets;
    const void *labels;
    uint32_t count;
    uint32_t label_bytes;
};
/* Alone, after arcs_finish; good until the next call, for this state or another; in memory for good. */
struct arcs_of arcs_read(struct arcs *, uint64_t state);
void arcs_fetch(const struct arcs *, uint64_t state); /* they will be read soon */
bool arcs_stay(const struct arcs *); /* whether they are in memory */
static inline uint32_t arcs_label(const struct arcs_of *of, uint32_t i)
{
    return of->label_bytes == 0   ? 0
           : of->label_bytes == 1 ? ((const uint8_t *)of->labels)[i]
           : of->label_bytes == 2 ? ((const uint16_t *)of->labels)[i]
                                  : ((const uint32_t *)of->labels)[i];
}

#endif
