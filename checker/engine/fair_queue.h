/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_queue.h - the nodes of a breadth first search, in the order in which they were found.
 *
 * An entry is a number, and takes 4 bytes where all numbers have 32 bits, else 8.  Who found it takes two bits: what one entry finds
 * stands together, in the order of who found it; so it is enough to know where such a group begins, and which entries found one.
 */
#ifndef MURRELET_FAIR_QUEUE_H
#define MURRELET_FAIR_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct fair_queue {
    uint64_t count;
    uint64_t space;
    uint64_t finder;         /* who found the last entry, or FAIR_QUEUE_NONE */
    bool wide;
    uint32_t *narrow_list;   /* one of the two */
    uint64_t *wide_list;
    uint64_t *begins, *found; /* bits by entry: it is the first of a group; it found a group */
};

#define FAIR_QUEUE_NONE UINT64_MAX

/* `most`: the greatest number. */
struct fair_queue fair_queue_open(uint64_t most);
void fair_queue_close(struct fair_queue *);
void fair_queue_clear(struct fair_queue *);
/* `finder`: the place of the entry that found it, none before that of the last call; or FAIR_QUEUE_NONE, of the first entries. */
void fair_queue_put(struct fair_queue *, uint64_t number, uint64_t finder);
static inline uint64_t fair_queue_at(const struct fair_queue *q, uint64_t place)
{
    return q->wide ? q->wide_list[place] : q->narrow_list[place];
}
/* The places from one of the first entries to `last`, each found by the one before it; free() frees them. */
uint64_t *fair_queue_way(const struct fair_queue *, uint64_t last, uint64_t *length);

#endif
