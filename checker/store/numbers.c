/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * numbers.c - hand numbers out by blocks, and close the gaps that blocks
 * leave.
 *
 * Numbers move between threads only where they are handed out, and carry no
 * data: relaxed throughout.
 */
#include "numbers.h"

#include <string.h>

/* At most so many at once, a page's worth of keys, for a processor fetches
 * ahead within a page, and what it fetches of another thread's block both
 * threads then wait for. */
#define BLOCK_MOST (NUMBERS_UNIT * 16)
#define BLOCK_SHARE 256u /* of the numbers so far: a block leaves no larger gap */

static uint64_t block_size(uint64_t start)
{
    uint64_t size = start / BLOCK_SHARE;
    return size < NUMBERS_UNIT ? NUMBERS_UNIT : size > BLOCK_MOST ? BLOCK_MOST : size;
}

/* The first unit belongs to who got its first numbers. */
static void write_owner(const struct numbers_context *context)
{
    uint64_t first = (context->next + NUMBERS_UNIT - 1) / NUMBERS_UNIT, last = (context->end + NUMBERS_UNIT - 1) / NUMBERS_UNIT;
    if (context->owners && context->end <= context->owned)
        memset(context->owners + first, context->owner, last - first);
}

bool numbers_reserve(_Atomic uint64_t *reserved, uint64_t limit, struct numbers_context *context)
{
    uint64_t start = atomic_load_explicit(reserved, memory_order_relaxed), end;
    do {
        if (start >= limit)
            return false;
        end = (start + block_size(start)) / NUMBERS_UNIT * NUMBERS_UNIT;
        if (end > limit)
            end = limit;
    } while (!atomic_compare_exchange_weak_explicit(reserved, &start, end, memory_order_relaxed, memory_order_relaxed));
    context->next = start;
    context->end = end;
    write_owner(context);
    return true;
}

static void sort_contexts(struct numbers_context *contexts, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && contexts[j - 1].next > contexts[j].next; j--) {
            uint64_t next = contexts[j].next, end = contexts[j].end;
            contexts[j].next = contexts[j - 1].next;
            contexts[j].end = contexts[j - 1].end;
            contexts[j - 1].next = next;
            contexts[j - 1].end = end;
        }
}

/* The blocks are sorted by place; a block that reaches the end is given back,
 * else the last number moves into the first gap.  Both make `end` smaller,
 * until no gap lies below it. */
uint64_t numbers_renumber(struct numbers_context *gaps, unsigned count, _Atomic uint64_t *reserved,
                        void (*move)(void *, uint64_t from, uint64_t to), void *data)
{
    unsigned first = 0, last = count;
    uint64_t end = atomic_load_explicit(reserved, memory_order_relaxed);

    sort_contexts(gaps, last);
    for (;;) {
        while (first < last && gaps[first].next == gaps[first].end)
            first++;
        while (first < last && (gaps[last - 1].next == gaps[last - 1].end || gaps[last - 1].end == end)) {
            last--;
            if (gaps[last].next < gaps[last].end)
                end = gaps[last].next;
        }
        if (first >= last)
            break;
        uint64_t from = --end;
        move(data, from, gaps[first].next++);
    }
    for (unsigned i = 0; i < count; i++)
        gaps[i].next = gaps[i].end = 0;
    atomic_store_explicit(reserved, end, memory_order_relaxed);
    return end;
}
