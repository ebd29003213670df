/* SPDX-License-Identifier: BSD-2-Clause */
/* fair_queue.c - a queue in few bytes, and the way to its end.  See fair_queue.h. */
#include "fair_queue.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "bit_set.h"

#define LEAST 1024u /* entries that there is room for at first; a multiple of 64 */

struct fair_queue fair_queue_open(uint64_t most)
{
    return (struct fair_queue){.wide = most > UINT32_MAX, .finder = FAIR_QUEUE_NONE};
}

void fair_queue_close(struct fair_queue *q)
{
    free(q->narrow_list);
    free(q->wide_list);
    free(q->begins);
    free(q->found);
}

void fair_queue_clear(struct fair_queue *q)
{
    if (q->count) {
        memset(q->begins, 0, (q->count + 63) / 64 * sizeof *q->begins);
        memset(q->found, 0, (q->count + 63) / 64 * sizeof *q->found);
    }
    q->count = 0;
    q->finder = FAIR_QUEUE_NONE;
}

static uint64_t *more_bits(uint64_t *bits, uint64_t before, uint64_t space)
{
    bits = memory_resized(bits, space / 64, sizeof *bits);
    memset(bits + before / 64, 0, (space - before) / 64 * sizeof *bits);
    return bits;
}

static void grow(struct fair_queue *q)
{
    uint64_t before = q->space;
    q->space = before ? 2 * before : LEAST;
    if (q->wide)
        q->wide_list = memory_resized(q->wide_list, q->space, sizeof *q->wide_list);
    else
        q->narrow_list = memory_resized(q->narrow_list, q->space, sizeof *q->narrow_list);
    q->begins = more_bits(q->begins, before, q->space);
    q->found = more_bits(q->found, before, q->space);
}

void fair_queue_put(struct fair_queue *q, uint64_t number, uint64_t finder)
{
    if (q->count == q->space)
        grow(q);
    if (q->wide)
        q->wide_list[q->count] = number;
    else
        q->narrow_list[q->count] = (uint32_t)number;
    if (finder != q->finder) {
        bit_add(q->begins, q->count);
        bit_add(q->found, finder);
        q->finder = finder;
    }
    q->count++;
}

/* The one before this that found a group, or none. */
static uint64_t finder_before(const struct fair_queue *q, uint64_t place)
{
    while (place-- > 0)
        if (bit_has(q->found, place))
            return place;
    return FAIR_QUEUE_NONE;
}

uint64_t *fair_queue_way(const struct fair_queue *q, uint64_t last, uint64_t *length)
{
    uint64_t *way = NULL, space = 0, wanted = last, finder = q->finder;
    *length = 0;
    for (uint64_t place = q->count; place-- > 0;) {
        if (place == wanted) {
            way = memory_room(way, *length + 1, &space, sizeof *way);
            way[(*length)++] = place;
            wanted = finder; /* of the first entries: none, and so none is wanted */
        }
        if (bit_has(q->begins, place))
            finder = finder_before(q, finder);
    }
    for (uint64_t i = 0; i < *length / 2; i++) {
        uint64_t kept = way[i];
        way[i] = way[*length - 1 - i];
        way[*length - 1 - i] = kept;
    }
    return way;
}
